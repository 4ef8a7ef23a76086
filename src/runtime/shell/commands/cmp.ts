import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command } from '../run/context.ts';
import { readAll } from './inputs.ts';
import { parseOptions } from './options.ts';

export const cmp: Command = {
  name: 'cmp',
  batch: 'filter',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bi:ln:s', long: { silent: 's', quiet: 's', verbose: 'l', 'print-bytes': 'b', 'bytes:': 'n' }, status: 2 });
    const [left, right = '-'] = o.rest;
    if (left === undefined) return ctx.fail(`missing operand after 'cmp'\ncmp: Try 'cmp --help' for more information.`, 2);
    const data: Uint8Array[] = [];
    for (const file of [left, right]) {
      try {
        data.push(readAll(ctx, file).subarray(0, o.has('n') ? Number(o.value('n')) : undefined));
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
          ctx.out(`${left} ${right} differ: byte ${i + 1}, line ${line}\n`);
          return 1;
        }
        ctx.out(`${String(i + 1).padStart(String(length).length)} ${a[i]!.toString(8).padStart(3)} ${b[i]!.toString(8).padStart(3)}\n`);
      }
      if (a[i] === 10) line++;
    }
    if (a.length === b.length) return status;
    if (!o.has('s')) ctx.fail(`EOF on ${a.length < b.length ? left : right}${length === 0 ? ' which is empty' : ` after byte ${length}, ${a[length - 1] === 10 ? `line ${line - 1}` : `in line ${line}`}`}`);
    return 1;
  },
};
