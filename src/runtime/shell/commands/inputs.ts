/** Reading the files a command names, `-` and none meaning standard input. */
import { O } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Context } from '../run/context.ts';
import { Input } from '../run/io.ts';
import { decode } from '../text.ts';

/** Calls `use` with an open reader for each file; a file that cannot be read is reported. Returns 0, or 1 after a report. */
export function eachInput(ctx: Context, files: readonly string[], use: (input: Input, name: string) => void, status = 1, describe: (file: string, text: string) => string = (file, text) => `${file}: ${text}`): number {
  let result = 0;
  for (const file of files.length > 0 ? files : ['-']) {
    if (file === '-') {
      use(ctx.stdin, '-');
      continue;
    }
    try {
      withFile(ctx, file, (input) => use(input, file));
    } catch (e) {
      if (!(e instanceof SysError) || e.syscall.startsWith('write')) throw e;
      result = ctx.fail(describe(file, errorText(e)), status);
    }
  }
  return result;
}

export function withFile<T>(ctx: Context, path: string, use: (input: Input, fd: number) => T): T {
  const fd = ctx.sys.open(path, O.RDONLY, 0);
  try {
    const input = new Input(ctx.sys, fd);
    input.check = ctx.stdin.check;
    return use(input, fd);
  } finally {
    ctx.sys.close(fd);
  }
}

/** How head and tail say it. */
export function cannotOpen(file: string, text: string): string {
  return text === 'Is a directory' ? `error reading '${file}': ${text}` : `cannot open '${file}' for reading: ${text}`;
}

/** The whole of a file or of standard input. Throws `SysError`. */
export function readAll(ctx: Context, file: string): Uint8Array {
  return file === '-' ? ctx.stdin.all() : ctx.sys.readFile(file);
}

export function readText(ctx: Context, file: string): string {
  return decode(readAll(ctx, file));
}

/** Calls `use` with each line (without its newline; `whole` is false for a last line that had none). Stops when it returns false. */
export function eachLine(input: Input, use: (line: string, whole: boolean) => boolean | void, separator = 10): void {
  let rest: Uint8Array[] = [];
  const text = (last: Uint8Array): string => {
    if (rest.length === 0) return decode(last);
    const parts = [...rest, last];
    rest = [];
    let total = 0;
    for (const p of parts) total += p.length;
    const all = new Uint8Array(total);
    let at = 0;
    for (const p of parts) {
      all.set(p, at);
      at += p.length;
    }
    return decode(all);
  };
  for (let chunk = input.chunk(); chunk; chunk = input.chunk()) {
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(separator, start);
      if (end < 0) break;
      if (use(text(chunk.subarray(start, end)), true) === false) return;
      start = end + 1;
    }
    if (start < chunk.length) rest.push(chunk.subarray(start));
  }
  if (rest.length > 0) use(text(new Uint8Array(0)), false);
}
