import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import type { Command, Context } from '../run/context.ts';
import { changeMode } from './modes.ts';
import { parseOptions } from './options.ts';
import { isDirectory } from './trees.ts';

export const mkdir: Command = {
  name: 'mkdir',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'm:pv', long: { 'mode:': 'm', parents: 'p', verbose: 'v' } });
    if (o.rest.length === 0) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    const text = o.value('m');
    const mode = text === undefined ? 0o777 : changeMode(text, 0o777, true, 0);
    if (mode === null) return ctx.fail(`invalid mode '${text}'`);
    let status = 0;
    for (const path of o.rest) {
      try {
        if (o.has('p')) makeParents(ctx, path, mode, o.has('v'));
        else {
          ctx.sys.mkdir(path, mode);
          if (o.has('v')) ctx.out(`mkdir: created directory '${path}'\n`);
        }
        if (text !== undefined) ctx.sys.chmod(path, mode);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        const named = e.code === 'ENOTDIR' && o.has('p') ? firstFile(ctx, path) : path;
        status = ctx.fail(`cannot create directory '${named}': ${errorText(e)}`);
      }
    }
    return status;
  },
};

/** What is in the way: `mkdir -p` names it, and not all of the path. */
function firstFile(ctx: Context, path: string): string {
  for (const { index } of path.matchAll(/(?<=[^/])\//g)) if (!isDirectory(ctx.sys, path.slice(0, index))) return path.slice(0, index);
  return path;
}

/** Makes a directory and those above it that are missing. Throws `SysError`. */
export function makeParents(ctx: Context, path: string, mode: number, verbose = false): void {
  try {
    ctx.sys.mkdir(path, mode);
    if (verbose) ctx.out(`mkdir: created directory '${path}'\n`);
  } catch (e) {
    if (!(e instanceof SysError)) throw e;
    if (e.code === 'EEXIST' && isDirectory(ctx.sys, path)) return;
    const parent = path.replace(/\/+[^/]*\/*$/, '');
    if (e.code !== 'ENOENT' || parent === path || parent === '') throw e;
    makeParents(ctx, parent, 0o777, verbose);
    // `a/.` and `a/b/..` are there as soon as what they are in is.
    if (isDirectory(ctx.sys, path)) return;
    ctx.sys.mkdir(path, mode);
    if (verbose) ctx.out(`mkdir: created directory '${path}'\n`);
  }
}
