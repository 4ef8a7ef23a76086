/** The same commands in the sandbox. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../../src/build/paths.ts';
import type { SandboxBrowser, Tree } from '../support/sandbox-browser.ts';
import { COMMON_CONFIG, type NativeResult } from './native.ts';
import type { DependencySet } from './sets.ts';

let folders = 0;

/** Runs the set's commands in a fresh folder, without what an earlier set left in npm's own cache unless `keepCache`. */
export async function runInSandbox(sandbox: SandboxBrowser, { files, run = [['install']] }: DependencySet, { keepCache = false, config = '' }: { keepCache?: boolean; config?: string } = {}): Promise<NativeResult> {
  const folder = `set-${++folders}`;
  const place = `${folder}/project`;
  const tree: Tree = {};
  for (const [path, text] of Object.entries(files)) put(tree, `${place}/${path}`, text);
  put(tree, `${folder}/npmrc`, `${COMMON_CONFIG}${config}`);
  put(tree, `${folder}/snapshot.cjs`, readFileSync(join(root, 'test/npm/snapshot.cjs'), 'utf8'));
  await sandbox.mount(tree);
  if (!keepCache) await sandbox.run('rm', ['-rf', '/home/.npm']);
  // Not by a variable of npm's: with one of those `npm ci` would not go the fast way.
  await sandbox.run('cp', [`/home/project/${folder}/npmrc`, '/home/.npmrc']);
  const options = { cwd: place, timeoutMs: 300_000, env: { TABLOOM_NPM_DEBUG: '1' } };
  const exits: number[] = [];
  let output = '';
  let ms = 0;
  for (const args of run) {
    const result = await sandbox.run('npm', args, options);
    exits.push(result.exit);
    output += result.output;
    ms += result.ms;
  }
  const shown = await sandbox.run('node', ['../snapshot.cjs', '.'], options);
  const snapshot = shown.output.replaceAll('\r\n', '\n').trim();
  await sandbox.run('rm', ['-rf', `/home/project/${folder}`]);
  return { snapshot, exits, ms, output };
}

function put(tree: Tree, path: string, text: string): void {
  const [first, ...rest] = path.split('/') as [string, ...string[]];
  if (rest.length === 0) {
    tree[first] = { file: { contents: text } };
    return;
  }
  const entry = (tree[first] ??= { directory: {} }) as { directory: Tree };
  put(entry.directory, rest.join('/'), text);
}
