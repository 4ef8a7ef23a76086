/** What npm makes of real dependency sets: trees, versions, links, modes, contents and lockfiles are those of native npm. */
import { describe, expect, it } from 'vitest';
import { mirroredSandbox } from '../support/mirrored-sandbox.ts';
import { sample } from '../support/sample.ts';
import { runNatively } from './native.ts';
import { runInSandbox } from './sandboxed.ts';
import { type DependencySet, SETS } from './sets.ts';

describe('npm trees', () => {
  const own = mirroredSandbox();

  it('there are thirty sets, each of its own name', () => {
    expect(new Set(SETS.map(({ name }) => name)).size).toBe(30);
  });

  it.each(sample(SETS, 2))('$name', async (set) => {
    // The sandbox's npm takes what runs in WebAssembly, so the oracle is told to do the same.
    const native = await runNatively(set, own.mirror.url, { config: 'cpu=wasm32\n' });
    const inside = await runInSandbox(own.sandbox, set);
    expect({ exits: inside.exits, output: inside.exits.some((code) => code !== 0) ? inside.output : '' }).toEqual({ exits: native.exits, output: native.exits.some((code) => code !== 0) ? native.output : '' });
    expect(inside.snapshot.split('\n')).toEqual(native.snapshot.split('\n'));
  }, 300_000);

  // What is installed differs by processor; what is locked must not, for others work with the same file.
  const parts: DependencySet = { name: 'packages with a part for each system', files: { 'package.json': '{"name":"set","version":"1.0.0","dependencies":{"sharp":"0.35.5","@tailwindcss/oxide":"4.3.3","rollup":"4.20.0","esbuild":"0.21.5"}}\n' } };
  it.each(sample([parts, ...SETS.filter(({ name }) => /^(vite and react|optional dependencies|jest)/.test(name))], 2))('the lockfile is that of a native npm which was told nothing: $name', async (set) => {
    const locked = { ...set, run: [['install', '--package-lock-only']] };
    const native = await runNatively(locked, own.mirror.url);
    const inside = await runInSandbox(own.sandbox, locked);
    expect(native.snapshot).toContain('package-lock.json 644 ');
    expect(inside.snapshot.split('\n')).toEqual(native.snapshot.split('\n'));
  }, 300_000);
});
