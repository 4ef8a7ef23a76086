/** Search over 10,000 files: the tool in the sandbox, the same tool host on this machine's node, and ripgrep on the same tree. */
import { spawnSync } from 'node:child_process';
import { nativeSandbox } from '../support/native-sandbox.ts';
import { openTools } from '../support/tools-browser.ts';
import { figureRow, median, type Row, timeRow } from './rows.ts';

const FILES = 10_000;
const ROUNDS = 7;

/** Words in a fixed order, so that every run has the same tree: 38 MB in 500 folders, with the needle in some 500 lines. */
const MAKE = `const fs = require('fs'); const words = 'const function return import export class interface value index result error message await async path file text line match query worker process buffer stream client server request response handler option default config module package string number boolean object array'.split(' ');
let s = 1; const r = () => { s = (s + 0x6d2b79f5) >>> 0; let t = s; t = Math.imul(t ^ (t >>> 15), t | 1); t ^= t + Math.imul(t ^ (t >>> 7), t | 61); return ((t ^ (t >>> 14)) >>> 0) / 4294967296; };
for (let n = 0; n < ${FILES}; n++) { const dir = 'bench/pkg' + Math.floor(n / 500) + '/mod' + Math.floor(n / 20) % 25; if (n % 20 === 0) fs.mkdirSync(dir, { recursive: true });
let text = ''; for (let lines = 20 + Math.floor(r() * 160); lines > 0; lines--) { text += '  '.repeat(Math.floor(r() * 4)); for (let w = 1 + Math.floor(r() * 9); w > 0; w--) text += words[Math.floor(r() * words.length)] + ' '; text += (r() < 0.0005 ? 'needleWord(42)' : '') + '\\n'; }
fs.writeFileSync(dir + '/file' + n % 20 + ['.ts', '.js', '.md', '.json'][n % 4], text); }
fs.writeFileSync('bench/.gitignore', 'dist/\\n*.log\\nnode_modules\\n.env\\n.env.*\\n/build\\ncoverage\\n*.tsbuildinfo\\n');`;

const QUERIES = ['needleWord', 'needle[A-Z]\\w+\\(\\d+\\)', '^const \\w+ty|^class', 'zzz+y'];

type Search = (query: string) => Promise<{ ms: number; total: number }>;

/** The medians of each, measured in turns, so that they share what else the machine is doing. @throws where they find different numbers of lines */
async function inTurns(searches: readonly Search[], query: string): Promise<{ ms: number[]; total: number }> {
  const times: number[][] = searches.map(() => []);
  const totals = new Set<number>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const [at, search] of searches.entries()) {
      const { ms, total } = await search(query);
      times[at]!.push(ms);
      totals.add(total);
    }
  }
  if (totals.size !== 1) throw new Error(`${query}: different numbers of matches, ${[...totals].join(', ')}`);
  return { ms: times.map(median), total: [...totals][0]! };
}

export async function toolsSearchRows(): Promise<Row[]> {
  const rows: Row[] = [];
  const native = await nativeSandbox();
  const tools = await openTools();
  try {
    const signal = new AbortController().signal;
    await native.host.call('exec', { command: ['node', '-e', MAKE], timeout_ms: 600_000, log_name: 'make', keep_head: 1000, keep_tail: 0 });
    const made = await tools.tool('run_command', { command: `node -e '${MAKE.replaceAll("'", `'\\''`)}'`, timeout_ms: 1_200_000 });
    if (!made.ok) throw new Error(made.output);
    const ours: Search = async (query) => {
      const begun = performance.now();
      const result = await native.host.call('search', { query, literal: false, path: 'bench', ignore_case: false, unit: 'lines', before: 0, after: 0, max_results: 50, max_bytes: 60_000 }, { signal });
      return { ms: performance.now() - begun, total: result.total };
    };
    const inside: Search = async (query) => {
      const result = await tools.tool('search', { query, path: 'bench' });
      return { ms: result.duration_ms, total: result.bounds!.total! };
    };
    const ripgrep: Search = async (query) => {
      const begun = performance.now();
      const { stdout, error } = spawnSync('rg', ['--hidden', '--no-require-git', '--line-number', '--regexp', query, 'bench'], { cwd: native.workdir, encoding: 'utf8', maxBuffer: 2 ** 30 });
      if (error) throw error;
      return { ms: performance.now() - begun, total: stdout.split('\n').length - 1 };
    };
    const hasRipgrep = spawnSync('rg', ['--version']).status === 0;
    for (const query of QUERIES) {
      const { ms: [there, here, rg], total } = await inTurns([inside, ours, ...(hasRipgrep ? [ripgrep] : [])], query);
      rows.push(timeRow(`search of ${FILES} files for ${query} (${total} lines; median of ${ROUNDS}), sandbox beside native node`, there!, here!));
      rows.push(rg === undefined ? figureRow('the same beside ripgrep', 'not run: ripgrep is not installed')
        : { what: 'the same, native node beside ripgrep', sandbox: '', native: `${here!.toFixed(2)} ms; ripgrep ${rg.toFixed(2)} ms`, ratio: `${(here! / rg).toFixed(2)}x` });
    }
    const listing = await tools.tool('read_tree', { path: 'bench', limit: 100 });
    const names = await tools.tool('glob', { pattern: 'bench/**/file7.*' });
    rows.push(figureRow(`read_tree over ${listing.bounds!.total} entries`, `${listing.duration_ms} ms`), figureRow(`glob over the same, ${names.bounds!.total} found`, `${names.duration_ms} ms`));
    const small: number[] = [];
    for (let i = 0; i < 50; i++) small.push((await tools.tool('ls', { path: 'bench' })).duration_ms);
    rows.push(figureRow('ls, the whole call (median of 50)', `${median(small)} ms`));
  } finally {
    await tools.close();
    await native.dispose();
  }
  return rows;
}
