import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { dirname, joinPath, basename, normalize } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { statOrNull } from './trees.ts';

/** `to` as seen from the directory `from`; both absolute. */
export function relativePath(to: string, from: string): string {
  const a = from.split('/').filter((p) => p !== '');
  const b = to.split('/').filter((p) => p !== '');
  let i = 0;
  while (i < a.length && i < b.length && a[i] === b[i]) i++;
  return [...a.slice(i).map(() => '..'), ...b.slice(i)].join('/') || '.';
}

/** Resolves links; 'all': everything must exist, 'last': the last part may be missing, 'none': all may. Throws `SysError`. */
export function canonical(ctx: Context, path: string, need: 'all' | 'last' | 'none'): string {
  const absolute = path.startsWith('/') ? path : `${ctx.sys.getcwd()}/${path}`;
  try {
    return ctx.sys.realpath(absolute);
  } catch (e) {
    if (!(e instanceof SysError) || e.code !== 'ENOENT' || need === 'all') throw e;
    const clean = normalize(absolute);
    if (clean === '/') throw e;
    if (need === 'last' && !statOrNull(ctx.sys, dirname(clean), true)) throw e;
    return joinPath(canonical(ctx, dirname(clean), need === 'last' ? 'all' : 'none'), basename(clean));
  }
}

export const realpath: Command = {
  name: 'realpath',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'eLmPqsz', long: { 'canonicalize-existing': 'e', 'canonicalize-missing': 'm', 'relative-to:': 'to', 'relative-base:': 'base', strip: 's', 'no-symlinks': 's', quiet: 'q', zero: 'z' } });
    if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    let status = 0;
    for (const path of o.rest) {
      try {
        const need = o.has('e') ? 'all' : o.has('m') ? 'none' : 'last';
        let out = o.has('s') ? normalize(path.startsWith('/') ? path : `${ctx.sys.getcwd()}/${path}`) : canonical(ctx, path, need);
        const to = o.value('to');
        if (to !== undefined) out = relativePath(out, canonical(ctx, to, 'none'));
        ctx.out(out + (o.has('z') ? '\0' : '\n'));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = 1;
        if (!o.has('q')) ctx.fail(`${path}: ${errorText(e)}`);
      }
    }
    return status;
  },
};

export const readlink: Command = {
  name: 'readlink',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'efmnqsvz', long: { canonicalize: 'f', 'canonicalize-existing': 'e', 'canonicalize-missing': 'm', 'no-newline': 'n', verbose: 'v', zero: 'z' } });
    if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    let status = 0;
    for (const path of o.rest) {
      try {
        const kind = o.last('efm');
        const out = kind === undefined ? ctx.sys.readlink(path) : canonical(ctx, path, kind === 'e' ? 'all' : kind === 'f' ? 'last' : 'none');
        ctx.out(out + (o.has('n') && o.rest.length === 1 ? '' : o.has('z') ? '\0' : '\n'));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = 1;
        if (o.has('v')) ctx.fail(`${path}: ${errorText(e)}`);
      }
    }
    return status;
  },
};
