/** Reading up to a delimiter without taking what follows it. */
import { SysError } from '../../abi/errno.ts';
import { join } from '../text.ts';
import type { Context } from './context.ts';
import { type Input, isTty } from './io.ts';

/** Reads up to a delimiter, or so many characters, without taking more: what follows belongs to the next reader. @param late waits for more, and says whether the time for it is over */
export function readUntil(ctx: Context, input: Input, delimiter: number, max = Infinity, late: () => boolean = () => false): { text: Uint8Array; ended: boolean } {
  const { handle } = input;
  const parts: number[] = [];
  if (typeof handle === 'number' && max === Infinity && seekable(ctx, handle)) return readLineFromFile(ctx, input, handle, delimiter);
  const one = new Uint8Array(1);
  // A character may be up to four bytes, of which the first says how many.
  let characters = 0;
  let behind = 0;
  while ((characters < max || behind > 0) && !late()) {
    if (input.read(one) === 0) return { text: Uint8Array.from(parts), ended: true };
    if (one[0] === delimiter) return { text: Uint8Array.from(parts), ended: false };
    parts.push(one[0]!);
    if (behind > 0 && one[0]! >> 6 === 2) behind--;
    else {
      behind = one[0]! >= 0xf0 ? 3 : one[0]! >= 0xe0 ? 2 : one[0]! >= 0xc0 ? 1 : 0;
      characters++;
    }
  }
  return { text: Uint8Array.from(parts), ended: false };
}

/** A file can be read in blocks, and its position put back behind the line. */
function readLineFromFile(ctx: Context, input: Input, fd: number, delimiter: number): { text: Uint8Array; ended: boolean } {
  const parts: Uint8Array[] = [];
  for (;;) {
    const chunk = input.chunk(4096);
    if (!chunk) return { text: join(parts), ended: true };
    const at = chunk.indexOf(delimiter);
    if (at >= 0) {
      parts.push(chunk.subarray(0, at));
      if (at + 1 < chunk.length) ctx.sys.lseek(fd, at + 1 - chunk.length, 1);
      return { text: join(parts), ended: false };
    }
    parts.push(chunk);
  }
}

function seekable(ctx: Context, fd: number): boolean {
  try {
    ctx.sys.lseek(fd, 0, 1);
    return !isTty(ctx.sys, fd);
  } catch (e) {
    if (e instanceof SysError) return false;
    throw e;
  }
}
