import { DT } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { compilePattern } from '../expand/pattern.ts';
import { joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { isDirectory } from './trees.ts';

export const tree: Command = {
  name: 'tree',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'adfFI:L:P:s', long: { dirsfirst: 'first', noreport: 'noreport', gitignore: 'gitignore' } });
    const limit = Number(o.value('L') ?? Infinity);
    const ignore = o.values('I').flatMap((p) => p.split('|')).map((p) => compilePattern(p));
    const only = o.value('P');
    const mark = (directory: boolean): string => (o.has('F') && directory ? '/' : '');
    let directories = 0;
    let files = 0;
    const walk = (path: string, indent: string, depth: number): void => {
      if (depth > limit) return;
      let names: [string, number][];
      try {
        names = ctx.sys.readdir(path);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        return;
      }
      const shown = names.sort(([x], [y]) => (x < y ? -1 : 1)).map(([name, type]) => {
        const child = joinPath(path, name);
        return { name, child, directory: isDirectory(ctx.sys, child), link: type === DT.LINK };
      }).filter(({ name, directory }) => (o.has('a') || !name.startsWith('.')) && !ignore.some((r) => r.test(name)) && (directory || (!o.has('d') && (only === undefined || compilePattern(only).test(name)))));
      if (o.has('first')) shown.sort((x, y) => Number(y.directory) - Number(x.directory));
      shown.forEach(({ name, child, directory, link }, i) => {
        const last = i === shown.length - 1;
        ctx.out(`${indent}${last ? '└── ' : '├── '}${o.has('f') ? child : name}${link ? ` -> ${ctx.sys.readlink(child)}` : ''}${mark(directory)}\n`);
        // A link to a folder counts as one.
        if (directory) directories++;
        else files++;
        if (directory && !link) walk(child, indent + (last ? '    ' : '│\u00a0\u00a0 '), depth + 1);
      });
    };
    let status = 0;
    for (const root of o.rest.length > 0 ? o.rest : ['.']) {
      if (!isDirectory(ctx.sys, root)) {
        ctx.out(`${root}  [error opening dir]\n`);
        status = 2;
        continue;
      }
      ctx.out(`${root}${mark(true)}\n`);
      directories++;
      walk(root, '', 1);
    }
    const plural = (n: number, one: string, many: string): string => `${n} ${n === 1 ? one : many}`;
    if (!o.has('noreport')) ctx.out(`\n${plural(directories, 'directory', 'directories')}${o.has('d') ? '' : `, ${plural(files, 'file', 'files')}`}\n`);
    return status;
  },
};
