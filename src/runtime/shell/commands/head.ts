import { SysError } from '../../abi/errno.ts';
import { decode } from '../text.ts';
import type { Command, Context } from '../run/context.ts';
import type { Input } from '../run/io.ts';
import { cannotOpen, eachInput } from './inputs.ts';
import { parseOptions } from './options.ts';
import { parseSize } from './sizes.ts';

export const head: Command = {
  name: 'head',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'c:n:qvz', long: { 'bytes:': 'c', 'lines:': 'n', quiet: 'q', silent: 'q', verbose: 'v' }, digits: 'n' });
    const kind = o.last('cn') ?? 'n';
    const text = o.value(kind) ?? '10';
    const count = parseSize(text.replace(/^[-+]/, ''));
    if (count === null) return ctx.fail(`invalid number of ${kind === 'c' ? 'bytes' : 'lines'}: '${text}'`);
    const fromEnd = text.startsWith('-');
    const titles = o.has('v') || (o.rest.length > 1 && !o.has('q'));
    let first = true;
    return eachInput(ctx, o.rest, (input, name) => {
      if (titles) ctx.out(`${first ? '' : '\n'}==> ${name === '-' ? 'standard input' : name} <==\n`);
      first = false;
      if (fromEnd) {
        const all = input.all();
        if (kind === 'c') ctx.out(all.subarray(0, Math.max(0, all.length - count)));
        else {
          const lines = decode(all).match(/[^\n]*\n|[^\n]+$/g) ?? [];
          ctx.out(lines.slice(0, Math.max(0, lines.length - count)).join(''));
        }
      } else if (kind === 'c') bytes(input, count, (b) => ctx.out(b));
      else lines(ctx, input, count, (b) => ctx.out(b));
    }, 1, cannotOpen);
  },
};

function bytes(input: Input, count: number, out: (b: Uint8Array) => void): void {
  let left = count;
  while (left > 0) {
    const chunk = input.chunk(Math.min(65_536, left));
    if (!chunk) return;
    out(chunk);
    left -= chunk.length;
  }
}

function lines(ctx: Context, input: Input, count: number, out: (b: Uint8Array) => void): void {
  let left = count;
  while (left > 0) {
    const chunk = input.chunk();
    if (!chunk) return;
    let end = 0;
    while (left > 0) {
      const at = chunk.indexOf(10, end);
      if (at < 0) {
        end = chunk.length;
        break;
      }
      end = at + 1;
      left--;
    }
    out(chunk.subarray(0, end));
    if (left === 0 && end < chunk.length) giveBack(ctx, input, chunk.length - end);
  }
}

/** What was read too far stays for the next reader of a file: `(head -1; sort) <table`. */
function giveBack(ctx: Context, input: Input, count: number): void {
  if (typeof input.handle !== 'number') return;
  try {
    ctx.sys.lseek(input.handle, -count, 1);
  } catch (e) {
    // A pipe or a terminal has no place to go back to.
    if (!(e instanceof SysError)) throw e;
  }
}
