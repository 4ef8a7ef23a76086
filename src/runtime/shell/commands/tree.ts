import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { compilePattern } from '../expand/pattern.ts';
import { joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { isDirectory, statOrNull } from './trees.ts';

export const tree: Command = {
  name: 'tree',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'adfFI:L:P:s', long: { dirsfirst: 'first', noreport: 'noreport', gitignore: 'gitignore' } });
    const limit = Number(o.value('L') ?? Infinity);
    const ignore = o.values('I').flatMap((p) => p.split('|')).map((p) => compilePattern(p));
    const only = o.value('P');
    let directories = 0;
    let files = 0;
    const walk = (path: string, indent: string, depth: number): void => {
      if (depth > limit) return;
      let names: string[];
      try {
        names = ctx.sys.readdir(path).map(([n]) => n);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        return;
      }
      const entries = names.filter((n) => (o.has('a') || !n.startsWith('.')) && !ignore.some((r) => r.test(n))).sort().map((name) => ({ name, stat: statOrNull(ctx.sys, joinPath(path, name), false) }));
      const shown = entries.filter((e) => {
        const directory = e.stat !== null && (e.stat[1] & S.IFMT) === S.IFDIR;
        return directory || (!o.has('d') && (only === undefined || compilePattern(only).test(e.name)));
      });
      shown.forEach(({ name, stat }, i) => {
        const last = i === shown.length - 1;
        const child = joinPath(path, name);
        const directory = stat !== null && (stat[1] & S.IFMT) === S.IFDIR;
        const link = stat !== null && (stat[1] & S.IFMT) === S.IFLNK ? ` -> ${ctx.sys.readlink(child)}` : '';
        ctx.out(`${indent}${last ? '└── ' : '├── '}${o.has('f') ? child : name}${o.has('F') && directory ? '/' : ''}${link}\n`);
        if (directory) {
          directories++;
          walk(child, indent + (last ? '    ' : '│\u00a0\u00a0 '), depth + 1);
        } else files++;
      });
    };
    let status = 0;
    for (const root of o.rest.length > 0 ? o.rest : ['.']) {
      if (!isDirectory(ctx.sys, root)) {
        ctx.out(`${root}  [error opening dir]\n`);
        status = 2;
        continue;
      }
      ctx.out(`${root}\n`);
      directories++;
      walk(root, '', 1);
    }
    const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
    if (!o.has('noreport')) ctx.out(`\n${plural(directories, 'directory', 'directories')}${o.has('d') ? '' : `, ${plural(files, 'file', 'files')}`}\n`);
    return status;
  },
};
