/** What tar is told to do. */
import { parseOptions } from '../commands/options.ts';
import { readText } from '../commands/inputs.ts';
import { compilePattern } from '../expand/pattern.ts';
import type { Context } from '../run/context.ts';
import { splitLines } from '../text.ts';

export interface TarOptions {
  action: 'c' | 'x' | 't' | 'r';
  file: string;
  gzip: boolean | null;
  verbose: number;
  /** Operands, with the directory each is looked up in. */
  members: { name: string; directory: string }[];
  directory: string;
  strip: number;
  excludes: RegExp[];
  keep: boolean;
  keepTimes: boolean;
  permissions: boolean;
  toStdout: boolean;
  dereference: boolean;
  absolute: boolean;
  recursion: boolean;
  wildcards: boolean;
  sorted: boolean;
  removeFiles: boolean;
  numeric: boolean;
  mtimeMs: number | null;
  owner: string | null;
  group: string | null;
}

const LONG: { [name: string]: string } = {
  create: 'c', extract: 'x', get: 'x', list: 't', append: 'r', 'file:': 'f', gzip: 'z', gunzip: 'z', ungzip: 'z', verbose: 'v', 'directory:': 'C', 'exclude:': 'exclude', 'exclude-from:': 'X', 'files-from:': 'T',
  'strip-components:': 'strip', 'keep-old-files': 'k', touch: 'm', 'preserve-permissions': 'p', 'same-permissions': 'p', 'to-stdout': 'O', dereference: 'h', 'absolute-names': 'P', 'no-recursion': 'norec',
  wildcards: 'wild', 'no-wildcards': 'nowild', 'sort:': 'sort', 'remove-files': 'rm', 'numeric-owner': 'numeric', 'mtime:': 'mtime', 'owner:': 'owner', 'group:': 'group', 'auto-compress': 'a', overwrite: 'overwrite',
  'no-same-owner': 'o', 'same-owner': 'so', 'format:': 'format', 'exclude-vcs': 'vcs', bzip2: 'j', xz: 'J', totals: 'totals', 'no-auto-compress': 'noauto', 'one-file-system': 'l',
};

export function readTarOptions(ctx: Context): TarOptions {
  const [first, ...others] = ctx.args;
  // `tar xzf archive`: letters without a dash, whose values follow in their order.
  const args = first !== undefined && /^[a-zA-Z]+$/.test(first) ? old(ctx, first, others) : ctx.args;
  const o = parseOptions(ctx, { short: 'cxtrf:zvC:X:T:kmpOhPajJol', long: LONG, status: 2 }, args);
  const actions = new Set(['c', 'x', 't', 'r'].filter((l) => o.has(l)));
  if (actions.size > 1) ctx.die("You may not specify more than one '-Acdtrux', '--delete' or  '--test-label' option\nTry 'tar --help' or 'tar --usage' for more information.", 2);
  if (actions.size === 0) ctx.die("You must specify one of the '-Acdtrux', '--delete' or '--test-label' options\nTry 'tar --help' or 'tar --usage' for more information.", 2);
  if (o.has('j') || o.has('J')) ctx.die(`(child): ${o.has('j') ? 'bzip2' : 'xz'}: Cannot exec: No such file or directory`, 2);
  const file = o.value('f') ?? '-';
  const action = [...actions][0] as TarOptions['action'];
  const gzip = o.has('z') || (o.has('a') && action === 'c' && /\.t?gz$/.test(file)) ? true : action === 'c' || action === 'r' ? false : null;
  const patterns = [...o.values('exclude'), ...o.values('X').flatMap((f) => splitLines(readText(ctx, f))), ...(o.has('vcs') ? ['.git', '.gitignore', '.gitattributes', '.gitmodules', '.svn', '.hg'] : [])];
  const directories = o.values('C');
  const members = [...o.rest, ...o.values('T').flatMap((f) => splitLines(readText(ctx, f)))].filter((name) => name !== '');
  const mtime = o.value('mtime');
  return {
    action, file, gzip, verbose: o.values('v').length, directory: directories.reduce((at, d) => (d.startsWith('/') ? d : at === '' ? d : `${at}/${d}`), ''),
    members: members.map((name) => ({ name, directory: '' })), strip: Number(o.value('strip') ?? 0), excludes: patterns.map((p) => compilePattern(p.replace(/\/+$/, ''))), keep: o.has('k'), keepTimes: !o.has('m'),
    permissions: o.has('p'), toStdout: o.has('O'), dereference: o.has('h'), absolute: o.has('P'), recursion: !o.has('norec'), wildcards: o.has('wild'), sorted: o.value('sort') === 'name', removeFiles: o.has('rm'),
    numeric: o.has('numeric'), mtimeMs: mtime === undefined ? null : mtime.startsWith('@') ? Number(mtime.slice(1)) * 1000 : Date.parse(mtime), owner: o.value('owner') ?? null, group: o.value('group') ?? null,
  };
}

function old(ctx: Context, letters: string, rest: string[]): string[] {
  const out: string[] = [];
  const values = [...rest];
  for (const letter of letters) {
    if (!'fCXT'.includes(letter)) {
      out.push(`-${letter}`);
      continue;
    }
    const value = values.shift();
    if (value === undefined) return ctx.die(`Old option '${letter}' requires an argument.\nTry 'tar --help' or 'tar --usage' for more information.`, 2);
    out.push(`-${letter}`, value);
  }
  return [...out, ...values];
}

/** Whether a name, or a folder on its way, is left out. */
export function isExcluded(options: TarOptions, name: string): boolean {
  const parts = name.replace(/\/+$/, '').split('/');
  for (let i = 0; i < parts.length; i++) {
    for (let k = i + 1; k <= parts.length; k++) if (options.excludes.some((p) => p.test(parts.slice(i, k).join('/')))) return true;
  }
  return false;
}
