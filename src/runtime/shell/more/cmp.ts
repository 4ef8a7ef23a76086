import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { readAll } from '../commands/inputs.ts';
import { parseOptions } from '../commands/options.ts';

export const cmp: Command = {
  name: 'cmp',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bi:ln:s', long: { silent: 's', quiet: 's', verbose: 'l', 'print-bytes': 'b', 'bytes:': 'n', 'ignore-initial:': 'i' }, status: 2 });
    const [left, right = '-', ...operands] = o.rest;
    const [skip = 0, rightSkip = skip] = (o.value('i') ?? '0').split(':').map(Number);
    // Of the option and the operands the larger one counts.
    const skips = [Math.max(skip, Number(operands[0] ?? 0)), Math.max(rightSkip, Number(operands[1] ?? 0))];
    if (left === undefined) return ctx.fail(`missing operand after 'cmp'\ncmp: Try 'cmp --help' for more information.`, 2);
    const data: Uint8Array[] = [];
    for (const [index, file] of [left, right].entries()) {
      try {
        data.push(readAll(ctx, file).subarray(skips[index]).subarray(0, o.has('n') ? Number(o.value('n')) : undefined));
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

const octal = (byte: number): string => byte.toString(8).padStart(3);

/** As `cat -v` shows it, line ends too. */
function shown(byte: number): string {
  if (byte >= 128) return `M-${shown(byte - 128)}`;
  return byte === 127 ? '^?' : byte < 32 ? `^${String.fromCharCode(byte + 64)}` : String.fromCharCode(byte);
}
