/** truncate, install. */
import { O, S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { basename, dirname, joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { makeParents } from './mkdir.ts';
import { changeMode } from './modes.ts';
import { parseOptions } from './options.ts';
import { parseSize } from './sizes.ts';
import { copyContent, isDirectory, kindOf, statOrNull } from './trees.ts';

const truncate: Command = {
  name: 'truncate',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'cr:s:', long: { 'no-create': 'c', 'reference:': 'r', 'size:': 's' } });
    const text = o.value('s');
    const reference = o.value('r');
    if (text === undefined && reference === undefined) return ctx.fail("you must specify either '--size' or '--reference'\nTry 'truncate --help' for more information.");
    if (o.rest.length === 0) return ctx.fail("missing file operand\nTry 'truncate --help' for more information.");
    const match = /^([-+<>/%]?)(.*)$/.exec(text ?? '')!;
    const size = reference !== undefined ? (statOrNull(ctx.sys, reference, true)?.[8] ?? null) : parseSize(match[2]!);
    if (size === null) return ctx.fail(`Invalid number: '${text}'`);
    let status = 0;
    for (const path of o.rest) {
      try {
        if (!statOrNull(ctx.sys, path, true)) {
          if (o.has('c')) continue;
          ctx.sys.close(ctx.sys.open(path, O.WRONLY | O.CREAT, 0o666));
        }
        const old = ctx.sys.stat(path, true)[8];
        const next = match[1] === '+' ? old + size : match[1] === '-' ? Math.max(0, old - size) : match[1] === '<' ? Math.min(old, size) : match[1] === '>' ? Math.max(old, size) : match[1] === '/' ? old - (old % size) : match[1] === '%' ? Math.ceil(old / size) * size : size;
        ctx.sys.truncate(path, next);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot open '${path}' for writing: ${errorText(e)}`);
      }
    }
    return status;
  },
};

const install: Command = {
  name: 'install',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'bCcDdg:m:o:pst:Tv', long: { directory: 'd', 'mode:': 'm', 'target-directory:': 't', verbose: 'v' } });
    const mode = changeMode(o.value('m') ?? '755', 0, false, 0);
    if (mode === null) return ctx.fail(`invalid mode '${o.value('m')}'`);
    const files = [...o.rest];
    let status = 0;
    const attempt = (path: string, body: () => void): void => {
      try {
        body();
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot ${o.has('d') ? 'create directory' : 'create regular file'} '${path}': ${errorText(e)}`);
      }
    };
    if (o.has('d')) {
      for (const path of files) attempt(path, () => {
        makeParents(ctx, path, 0o755);
        ctx.sys.chmod(path, mode);
      });
      return status;
    }
    const target = o.value('t') ?? files.pop();
    if (target === undefined || files.length === 0) return ctx.fail("missing file operand\nTry 'install --help' for more information.");
    const into = o.has('t') || isDirectory(ctx.sys, target);
    for (const file of files) {
      const to = into ? joinPath(target, basename(file)) : target;
      const stat = statOrNull(ctx.sys, file, true);
      if (!stat) status = ctx.fail(`cannot stat '${file}': No such file or directory`);
      else if (kindOf(stat) === S.IFDIR) status = ctx.fail(`omitting directory '${file}'`);
      else attempt(to, () => {
        if (o.has('D')) makeParents(ctx, dirname(to), 0o755);
        if (statOrNull(ctx.sys, to, false)) ctx.sys.unlink(to);
        copyContent(ctx.sys, file, to, 0o600);
        ctx.sys.chmod(to, mode);
        if (o.has('v')) ctx.out(`'${file}' -> '${to}'\n`);
      });
    }
    return status;
  },
};

export const fileTools: readonly Command[] = [truncate, install];
