import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { joinPath } from '../paths.ts';
import type { Command, Context } from '../run/context.ts';
import { changeMode, modeText } from './modes.ts';
import { parseOptions } from './options.ts';

export const chmod: Command = {
  name: 'chmod',
  run(ctx) {
    // `chmod -x file`: a mode that looks like an option.
    const at = ctx.args.findIndex((a) => /^-[rwxXstugo]+(,.*)?$/.test(a));
    const args = at >= 0 ? [...ctx.args.slice(0, at), '--', ...ctx.args.slice(at)] : ctx.args;
    const o = parseOptions(ctx, { short: 'cfRv', long: { changes: 'c', silent: 'f', quiet: 'f', recursive: 'R', verbose: 'v', 'reference:': 'ref' } }, args);
    const like = o.value('ref');
    const [mode, ...files] = like === undefined ? o.rest : [(ctx.sys.stat(like, true)[1] & 0o7777).toString(8), ...o.rest];
    if (mode === undefined) return ctx.fail(`missing operand\nTry '${ctx.name} --help' for more information.`);
    if (files.length === 0) return ctx.fail(`missing operand after '${mode}'\nTry '${ctx.name} --help' for more information.`);
    if (changeMode(mode, 0, false, 0) === null) return ctx.fail(`invalid mode: '${mode}'\nTry '${ctx.name} --help' for more information.`);
    const umask = ctx.sys.umask(0);
    ctx.sys.umask(umask);
    let status = 0;
    const one = (path: string): void => {
      try {
        const stat = ctx.sys.stat(path, true);
        const directory = (stat[1] & S.IFMT) === S.IFDIR;
        const next = changeMode(mode, stat[1], directory, umask)!;
        ctx.sys.chmod(path, next);
        report(ctx, path, stat[1], next, o.has('v'), o.has('c'));
        if (directory && o.has('R')) for (const [name, type] of ctx.sys.readdir(path)) if (type !== 3) one(joinPath(path, name));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = 1;
        if (!o.has('f')) ctx.fail(e.code === 'ENOENT' ? `cannot access '${path}': ${errorText(e)}` : `changing permissions of '${path}': ${errorText(e)}`);
      }
    };
    for (const file of files) one(file);
    return status;
  },
};

function report(ctx: Context, path: string, old: number, next: number, verbose: boolean, changes: boolean): void {
  const octal = (m: number): string => `${(m & 0o7777).toString(8).padStart(4, '0')} (${modeText((old & S.IFMT) | (m & 0o7777)).slice(1)})`;
  const changed = (old & 0o7777) !== next;
  if (changed && (verbose || changes)) ctx.out(`mode of '${path}' changed from ${octal(old)} to ${octal(next)}\n`);
  else if (verbose) ctx.out(`mode of '${path}' retained as ${octal(next)}\n`);
}

export const chown: Command = {
  name: 'chown',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'RhvfcLHP', long: { recursive: 'R', 'no-dereference': 'h' } });
    const [owner, ...files] = o.rest;
    if (owner === undefined || files.length === 0) return ctx.fail(`missing operand${owner === undefined ? '' : ` after '${owner}'`}\nTry '${ctx.name} --help' for more information.`);
    const [user = '', group] = owner.split(':');
    const idOf = (name: string | undefined, what: string): number => {
      if (name === undefined || name === '') return -1;
      if (/^\d+$/.test(name)) return Number(name);
      if (name === 'user') return 1000;
      if (name === 'root') return 0;
      return ctx.die(`invalid ${what}: '${owner}'`);
    };
    const uid = idOf(user, 'user');
    const gid = idOf(group, 'group');
    let status = 0;
    const one = (path: string): void => {
      try {
        const stat = ctx.sys.stat(path, !o.has('h'));
        ctx.sys.chown(path, uid < 0 ? stat[3] : uid, gid < 0 ? stat[4] : gid, !o.has('h'));
        if (o.has('R') && (stat[1] & S.IFMT) === S.IFDIR) for (const [name] of ctx.sys.readdir(path)) one(joinPath(path, name));
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`${e.code === 'ENOENT' ? 'cannot access' : 'changing ownership of'} '${path}': ${errorText(e)}`);
      }
    };
    for (const file of files) one(file);
    return status;
  },
};
