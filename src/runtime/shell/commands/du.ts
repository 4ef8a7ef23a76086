import { S } from '../../abi/constants.ts';
import { SysError } from '../../abi/errno.ts';
import { errorText } from '../errors.ts';
import { joinPath } from '../paths.ts';
import type { Command } from '../run/context.ts';
import { parseOptions } from './options.ts';
import { humanSize } from './sizes.ts';

export const du: Command = {
  name: 'du',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'abcd:hkLmsxS0', long: { all: 'a', bytes: 'b', total: 'c', 'max-depth:': 'd', 'human-readable': 'h', summarize: 's', 'apparent-size': 'apparent', 'exclude:': 'exclude' } });
    const bytes = o.has('b') || o.has('apparent');
    const limit = o.has('s') ? 0 : Number(o.value('d') ?? Infinity);
    let status = 0;
    const show = (n: number): string => (o.has('h') ? humanSize(n) : o.has('b') ? String(n) : String(Math.ceil(n / (o.has('m') ? 1_048_576 : 1024))));
    const seen = new Set<string>();
    const walk = (path: string, depth: number): number => {
      try {
        const stat = ctx.sys.stat(path, o.has('L'));
        const directory = (stat[1] & S.IFMT) === S.IFDIR;
        const key = `${stat[0]}:${stat[7]}`;
        if (!directory && stat[2] > 1 && seen.has(key)) return 0;
        seen.add(key);
        let total = bytes ? stat[8] : stat[9] * 512;
        if (directory) for (const [name] of ctx.sys.readdir(path)) total += walk(joinPath(path, name), depth + 1);
        if (depth <= limit && (directory || o.has('a') || depth === 0)) ctx.out(`${show(total)}\t${path}\n`);
        return total;
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        status = ctx.fail(`cannot access '${path}': ${errorText(e)}`);
        return 0;
      }
    };
    let sum = 0;
    for (const path of o.rest.length > 0 ? o.rest : ['.']) sum += walk(path, 0);
    if (o.has('c')) ctx.out(`${show(sum)}\ttotal\n`);
    return status;
  },
};

export const df: Command = {
  name: 'df',
  batch: 'source',
  run(ctx) {
    const o = parseOptions(ctx, { short: 'ahHikPT', long: { 'human-readable': 'h' } });
    const rows: string[][] = [['Filesystem', o.has('h') ? 'Size' : '1K-blocks', 'Used', o.has('h') ? 'Avail' : 'Available', 'Use%', 'Mounted on']];
    for (const path of o.rest.length > 0 ? o.rest : ['/']) {
      try {
        const [, size = 0, blocks = 0, free = 0, available = 0] = ctx.sys.statfs(path);
        const used = (blocks - free) * size;
        const text = (n: number): string => (o.has('h') ? humanSize(n) : String(Math.ceil(n / 1024)));
        rows.push(['tabloom', text(blocks * size), text(used), text(available * size), `${blocks === 0 ? 0 : Math.ceil((used / (used + available * size)) * 100)}%`, '/']);
      } catch (e) {
        if (!(e instanceof SysError)) throw e;
        return ctx.fail(`${path}: ${errorText(e)}`);
      }
    }
    const widths = rows[0]!.map((_, i) => Math.max(...rows.map((r) => r[i]!.length)));
    for (const row of rows) ctx.out(`${row.map((c, i) => (i === 0 ? c.padEnd(Math.max(14, widths[i]!)) : i === 5 ? c : c.padStart(widths[i]!))).join(' ')}\n`);
    return 0;
  },
};
