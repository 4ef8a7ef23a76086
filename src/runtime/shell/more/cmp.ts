import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { readAll } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';
import { parseSize } from '../commands/sizes.ts';

export const cmp: Command = {
  name: 'cmp',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bi:ln:s', long: { silent: 's', quiet: 's', verbose: 'l', 'print-bytes': 'b', 'bytes:': 'n', 'ignore-initial:': 'i' }, status: 2 });
    const [left, right = '-', ...operands] = o.rest;
    const skip = (text: string): number => size(ctx, 'ignore-initial', text);
    const given = o.values('i').map((text) => text.split(':').map(skip)).map(([one, other = one]) => [one!, other!]);
    // Of the options and the operands the larger one counts.
    const skips = [0, 1].map((side) => Math.max(0, ...given.map((both) => both[side]!), ...operands.slice(side, side + 1).map(skip)));
    const limit = Math.min(...o.values('n').map((text) => size(ctx, 'bytes', text)));
    if (left === undefined) return ctx.fail(`missing operand after 'cmp'\ncmp: Try 'cmp --help' for more information.`, 2);
    const data: Uint8Array[] = [];
    let whole: Uint8Array = new Uint8Array(0);
    for (const [index, file] of [left, right].entries()) {
      try {
        // Standard input can be read once.
        whole = index === 1 && file === left ? whole : readAll(ctx, file);
        data.push(whole.subarray(skips[index]).subarray(0, limit));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        return ctx.fail(`${file}: ${errorText(e)}`, 2);
      }
    }
    const [a, b] = data as [Uint8Array, Uint8Array];
    let line = 1;
    let status = 0;
    const length = Math.min(a.length, b.length);
    for (let i = 0; i < length; i++) {
      if (a[i] !== b[i]) {
        status = 1;
        if (o.has('s')) return 1;
        if (!o.has('l')) {
          ctx.out(`${left} ${right} differ: byte ${i + 1}, line ${line}${o.has('b') ? ` is ${octal(a[i]!)} ${shown(a[i]!)} ${octal(b[i]!)} ${shown(b[i]!)}` : ''}\n`);
          return 1;
        }
        ctx.out(`${String(i + 1).padStart(String(length).length)} ${octal(a[i]!)} ${o.has('b') ? `${shown(a[i]!).padEnd(4)} ` : ''}${octal(b[i]!)}${o.has('b') ? ` ${shown(b[i]!)}` : ''}\n`);
      }
      if (a[i] === 10) line++;
    }
    if (a.length === b.length) return status;
    if (!o.has('s')) ctx.fail(`EOF on ${a.length < b.length ? left : right}${length === 0 ? ' which is empty' : ` after byte ${length}${o.has('l') ? '' : `, ${a[length - 1] === 10 ? `line ${line - 1}` : `in line ${line}`}`}`}`);
    return 1;
  },
};

/** A number of bytes as GNU reads them: octal and hexadecimal too, or with a unit. */
function size(ctx: Context, option: string, text: string): number {
  const value = /^0x[\da-f]+$/i.test(text) ? Number(text) : /^0[0-7]+$/.test(text) ? parseInt(text, 8) : text.endsWith('b') ? null : parseSize(text);
  return value ?? ctx.die(`invalid --${option} value '${text}'\ncmp: Try 'cmp --help' for more information.`, 2);
}

const octal = (byte: number): string => byte.toString(8).padStart(3);

/** As `cat -v` shows it, line ends too. */
function shown(byte: number): string {
  if (byte >= 128) return `M-${shown(byte - 128)}`;
  return byte === 127 ? '^?' : byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}
