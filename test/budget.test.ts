/** Sizes that a change must not grow past unnoticed. They are gzip bytes of the built files, so they are the same on every machine. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { ensureBuilt } from '../src/build/build-all.ts';
import { dist } from '../src/build/paths.ts';

const KIB = 1024;
const gz = (path: string): number => gzipSync(readFileSync(join(dist, path))).length;

interface Chunk { file: string; imports?: string[]; css?: string[]; isEntry?: boolean }

describe('budgets', () => {
  beforeAll(ensureBuilt);

  it('first-visit script of the page before the editor stays under 300 KiB', () => {
    const manifest = JSON.parse(readFileSync(join(dist, 'app/.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;
    const seen = new Set<string>();
    const add = (key: string): void => {
      const chunk = manifest[key]!;
      if (seen.has(chunk.file)) return;
      seen.add(chunk.file);
      for (const next of chunk.imports ?? []) add(next);
    };
    const entry = Object.keys(manifest).find((key) => manifest[key]!.isEntry)!;
    add(entry);
    const total = [...seen].reduce((sum, file) => sum + gz(join('app', file)), 0);
    expect(seen.size).toBeGreaterThan(0);
    expect(total).toBeLessThan(300 * KIB);
  });

  it.each([
    ['sandbox/runtime/kernel.js', 45],
    ['sandbox/runtime/shell.js', 115],
    ['sandbox/runtime/node.js', 600],
    ['sandbox/runtime/node-rest.js', 750],
    ['sandbox/runtime/node-amaro.js', 1500],
    ['sandbox/runtime/llhttp.wasm', 40],
    ['sandbox/frames/relay.js', 10],
    ['app/host/host.cjs', 120],
    ['app/host/git.cjs', 160],
  ])('%s stays under %i KiB', (path, limit) => {
    expect(gz(path)).toBeLessThan(limit * KIB);
  });
});
