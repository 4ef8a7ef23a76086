/** Sizes that a change must not grow past unnoticed. They are gzip bytes of the built files, so they are the same on every machine. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../src/build/build-all.ts';
import { dist } from '../src/build/paths.ts';

const KIB = 1024;
const gz = (path: string): number => gzipSync(readFileSync(join(dist, path))).length;

describe('budgets', () => {
  beforeAll(ensureBuilt);

  it('script of a first visit before the editor, with client and terminal, stays under 290 KiB in at most 12 files', () => {
    const page = readFileSync(join(dist, 'app/index.html'), 'utf8');
    const scripts = [...page.matchAll(/(?:src|href)="\/(assets\/[^"]+\.js)"/g)].map((match) => match[1]!);
    // All that is loaded on every start is named in the head; the entry comes first.
    expect(scripts.length).toBe(new Set(scripts).size);
    // Each file is a request. Scripts that parts of the page share are put together (`vite.config.ts`); a top-level await in the page makes the bundler give that up.
    expect(scripts.length).toBeLessThanOrEqual(12);
    expect([...page.matchAll(/href="\/assets\/[^"]+\.css"/g)].length).toBeLessThanOrEqual(4);
    expect(scripts.some((name) => name.includes('terminal-session'))).toBe(true);
    expect(gz(join('app', scripts[0]!))).toBeLessThan(10 * KIB);
    expect(scripts.reduce((sum, file) => sum + gz(join('app', file)), 0)).toBeLessThan(290 * KIB);
  });

  it('what speaks with a server of peers is loaded only where somebody set one, and stays under 70 KiB', () => {
    const page = readFileSync(join(dist, 'app/index.html'), 'utf8');
    const speaking = readdirSync(join(dist, 'app/assets')).filter((name) => name.endsWith('.js') && readFileSync(join(dist, 'app/assets', name), 'utf8').includes('$JS.API'));
    expect(speaking).toHaveLength(1);
    expect(page).not.toContain(speaking[0]);
    expect(gz(join('app/assets', speaking[0]!))).toBeLessThan(70 * KIB);
  });

  it.each([
    ['sandbox/runtime/kernel.js', 70],
    // 115 before dates were read as coreutils reads them, and shown in any zone: 2 KiB that `date`, `touch`, `ls` and `stat` share.
    // 118 before signals ran EXIT traps, children shared the input of a loop, and expressions meant what GNU's mean: 3 KiB of what was wrong.
    ['sandbox/runtime/shell.js', 122],
    // 110 before there were bc, csplit and look; the file is fetched when the first of the rarer commands is run.
    // 114 before `diff` came over from the shell's own script, 4 KiB, and had its other forms.
    // 119 before `comm` and `join` looked whether their input is sorted, and `fmt` weighed lines as GNU's does.
    ['sandbox/runtime/shell-more.js', 120],
    ['sandbox/runtime/globs.js', 10],
    ['sandbox/runtime/node.js', 600],
    ['sandbox/runtime/node-rare.js', 200],
    ['sandbox/runtime/node-rest.js', 750],
    ['sandbox/runtime/node-amaro.js', 1500],
    ['sandbox/runtime/npm.pack', 2200],
    ['sandbox/runtime/llhttp.wasm', 40],
    ['sandbox/runtime/brotli.wasm', 700],
    ['sandbox/runtime/zstd-stream.wasm', 200],
    ['sandbox/runtime/zstd-whole.wasm', 150],
    ['sandbox/runtime/sqlite3.wasm', 450],
    ['sandbox/frames/relay.js', 10],
    ['sandbox/runtime/preview.js', 15],
    ['sandbox/preview/worker.js', 15],
    ['app/host/host.cjs', 120],
    ['app/host/git.cjs', 160],
    ['app/host/search.cjs', 25],
    ['app/host/tabloom.cjs', 5],
  ])('%s stays under %i KiB', (path, limit) => {
    expect(gz(path)).toBeLessThan(limit * KIB);
  });

  it('no built script has a character above Latin-1, which would double its memory in every tab and process', () => {
    const scripts = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile() && entry.name.endsWith('.js')).map((entry) => join(entry.parentPath, entry.name));
    expect(scripts.length).toBeGreaterThan(50);
    expect(scripts.filter((path) => /[^\0-\xff]/.test(readFileSync(path, 'utf8')))).toEqual([]);
  });

  it('everything that is needed without a network stays under 15 MB', () => {
    const files = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
    expect(files.reduce((sum, entry) => sum + gzipSync(readFileSync(join(entry.parentPath, entry.name))).length, 0)).toBeLessThan(15_000_000);
  });
});
