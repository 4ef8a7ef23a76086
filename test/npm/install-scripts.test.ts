/** Packages with scripts of their own, under npm 11's rules about them; what a package would be packed with; lockfiles as another machine would write them. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type PrivateRegistry, startPrivateRegistry } from '../support/private-registry.ts';
import { PUBLIC_REGISTRY } from '../../src/build/registry.ts';
import { sample, SOAK } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { type NativeResult, runNatively } from './native.ts';
import { runInSandbox } from './sandboxed.ts';
import type { DependencySet } from './sets.ts';

const WRITE = "require('fs').writeFileSync(process.env.npm_lifecycle_event + '.txt', [process.env.npm_package_name, process.cwd().split('/').slice(-2).join('/'), require('leaf')].join(' '));\n";
const manifest = (fields: object): string => `${JSON.stringify({ name: 'asks', version: '1.0.0', ...fields }, null, 2)}\n`;
const project = (fields: object, run: string[][], files: { [path: string]: string } = {}): DependencySet => ({ name: '', files: { 'package.json': manifest(fields), ...files }, run });
const scripted = { dependencies: { scripted: '1.0.0' } };
const CONFIG = 'cpu=wasm32\ncolor=false\nprogress=false\nunicode=false\n';

describe('as native npm', () => {
  let registry: PrivateRegistry;
  let sandbox: SandboxBrowser;
  beforeAll(async () => {
    registry = await startPrivateRegistry([
      { name: 'leaf', version: '1.0.0', files: { 'index.js': "module.exports = 'leaf';\n" } },
      { name: 'scripted', version: '1.0.0', files: { 'write.js': WRITE }, manifest: { dependencies: { leaf: '^1.0.0' }, scripts: { preinstall: 'node -e "0"', install: 'node write.js', postinstall: 'node write.js' } } },
      { name: 'tool', version: '1.0.0', files: { 'own.js': '#!/usr/bin/env node\nconsole.log("tool");\n' }, manifest: { bin: { tool: 'own.js', missing: 'missing.js' }, dependencies: { 'tool-cli': '^1.0.0' } } },
      { name: 'tool-cli', version: '1.0.0', files: { 'other.js': '#!/usr/bin/env node\nconsole.log("tool-cli");\n' }, manifest: { bin: { tool: 'other.js', missing: 'other.js', alone: 'other.js' } } },
      { name: 'failing', version: '1.0.0', files: {}, manifest: { scripts: { postinstall: 'echo it broke && exit 3' } } },
    ], { archivesAt: PUBLIC_REGISTRY.slice(0, -1) });
    sandbox = await openSandbox({ registry: `http://127.0.0.1:${registry.port}/` });
  });
  afterAll(async () => {
    await sandbox?.close();
    await registry?.close();
  });

  const both = async (set: DependencySet): Promise<{ native: NativeResult; inside: NativeResult }> => ({ native: await runNatively(set, `http://127.0.0.1:${registry.port}/`, { config: CONFIG }), inside: await runInSandbox(sandbox, set, { config: CONFIG }) });
  /** Without what names the machine, the time and our own words. */
  const plain = (output: string): string => output.replaceAll('\r\n', '\n').replace(/^npm ci by npm itself.*\n/gm, '').replace(/in \d+(ms|s|m)/g, 'in T').replace(/^npm (error path|error command|error A complete log).*\n/gm, '').replace(/^.*_logs.*\n/gm, '');

  it.each(sample<[string, DependencySet, string]>([
    ['run after install, and again by ci', project(scripted, [['install'], ['ci']]), 'node_modules/scripted/postinstall.txt'],
    ['allowed by the project', project({ ...scripted, allowScripts: { scripted: true } }, [['install']]), 'node_modules/scripted/postinstall.txt'],
    ['refused by the project', project({ ...scripted, allowScripts: { scripted: false } }, [['install']]), ''],
    ['refused where everything has to be allowed', project(scripted, [['install', '--strict-allow-scripts']]), ''],
    ['left out on request', project(scripted, [['install', '--ignore-scripts'], ['ci', '--ignore-scripts']]), ''],
    ['approved by command', project(scripted, [['install', '--ignore-scripts'], ['approve-scripts', 'scripted'], ['rebuild']]), 'node_modules/scripted/postinstall.txt'],
    ['failing', project({ dependencies: { failing: '1.0.0' } }, [['install']]), ''],
  ], 2))("scripts of a package's own: %s", async (_name, set, leaves) => {
    const { native, inside } = await both(set);
    expect(inside.exits).toEqual(native.exits);
    expect(plain(inside.output)).toBe(plain(native.output));
    expect(inside.snapshot.split('\n')).toEqual(native.snapshot.split('\n'));
    expect(inside.snapshot.includes('postinstall.txt')).toBe(leaves !== '');
  }, 180_000);

  it('a program that two packages bring, as jest and jest-cli do: the fast way of ci links the one that npm links', async () => {
    const set = project({ dependencies: { tool: '1.0.0' } }, [['install'], ['ci']]);
    const native = await runNatively(set, `http://127.0.0.1:${registry.port}/`, { config: CONFIG });
    const inside = await runInSandbox(sandbox, set);
    expect(inside.exits).toEqual(native.exits);
    expect(inside.output).not.toContain('npm ci by npm itself');
    expect(inside.snapshot.split('\n')).toEqual(native.snapshot.split('\n'));
    expect(inside.snapshot).toContain('node_modules/.bin/tool -> ../tool/own.js');
  }, 60_000);

  /** What pako packs is sometimes a byte longer than what Node's zlib packs (`src/runtime/node/README.md`): what is in it is compared unpacked. */
  const unpacked = (output: string): string => plain(output).replace(/^npm notice (package size|shasum|integrity): .*\n/gm, '').replace(/^ *"(size|shasum|integrity)": .*\n/gm, '');
  const withoutArchives = (snapshot: string): string[] => snapshot.split('\n').filter((line) => !/\.tgz |\.package-lock\.json/.test(line));

  it.runIf(SOAK)('pack lists, and packs, what native npm does', async () => {
    const files = {
      'index.js': '1;\n', 'lib/a.js': '2;\n', 'lib/a.test.js': '3;\n', 'lib/deep/b.js': '4;\n', 'lib/tool.sh': '#!/bin/sh\n', 'lib/.npmignore': '*.test.js\n', 'src/c.ts': '5;\n', 'README.md': '# packed\n', LICENSE: 'MIT\n', '.gitignore': 'lib\n', '.env': 'SECRET=1\n', 'notes/todo.txt': 'x\n', 'CHANGELOG.md': 'y\n',
    };
    for (const set of [
      project({ name: 'packed', main: 'index.js', files: ['lib', '!lib/deep'] }, [['pack', '--dry-run'], ['pack', '--dry-run', '--json'], ['pack', '--silent'], ['install', './packed-1.0.0.tgz', '--no-save', '--prefix', 'other']], files),
      project({ name: '@mine/packed' }, [['pack', '--dry-run'], ['pack', '--silent'], ['install', './mine-packed-1.0.0.tgz', '--no-save', '--prefix', 'other']], { ...files, '.npmignore': 'src\n.env\nnotes/*\n' }),
    ]) {
      const { native, inside } = await both(set);
      expect(native.output).toContain('index.js');
      expect(inside.exits).toEqual(native.exits);
      expect(unpacked(inside.output)).toBe(unpacked(native.output));
      expect(withoutArchives(inside.snapshot)).toEqual(withoutArchives(native.snapshot));
      expect(inside.snapshot).toContain('other/node_modules/');
    }
  }, 120_000);
});
