/** Native npm as the oracle: the same CLI, run by the pinned Node binary on the files of a set. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { nodeBinary } from '../../src/build/node-package.ts';
import { root } from '../../src/build/paths.ts';
import type { DependencySet } from './sets.ts';

export interface NativeResult { snapshot: string; exits: number[]; ms: number; output: string }

const CLI = join(root, 'node_modules/npm/bin/npm-cli.js');

/** What both sides are told: nothing that asks the network for anything but packages. */
export const COMMON_CONFIG = 'audit=false\nfund=false\nupdate-notifier=false\n';

/** Runs the set's commands in a fresh folder with an empty cache, or with `cache`; `inspect` may look at what came of it. @throws Error when there is no Node binary for this computer */
export async function runNatively({ files, run = [['install']] }: DependencySet, registry: string, { cache, config = '', inspect }: { cache?: string; config?: string; inspect?: (project: string) => void } = {}): Promise<NativeResult> {
  const node = nodeBinary();
  if (node === undefined) throw new Error('there is no Node binary to compare with on this computer');
  const folder = mkdtempSync(join(tmpdir(), 'tabloom-npm-'));
  const project = join(folder, 'project');
  try {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(project, path)), { recursive: true });
      writeFileSync(join(project, path), text);
    }
    writeFileSync(join(folder, 'npmrc'), `${COMMON_CONFIG}${config}registry=${registry}\n`);
    const env = { PATH: `${dirname(node)}:/usr/bin:/bin`, HOME: folder, npm_config_userconfig: join(folder, 'npmrc'), npm_config_globalconfig: join(folder, 'none'), npm_config_cache: cache ?? join(folder, 'cache') };
    const exits: number[] = [];
    let output = '';
    const begin = performance.now();
    for (const args of run) {
      const result = await execute(node, [CLI, ...args], project, env);
      exits.push(result.code);
      output += result.output;
    }
    const ms = performance.now() - begin;
    inspect?.(project);
    const snapshot = (await execute(node, [join(root, 'test/npm/snapshot.cjs'), project], project, env)).output.trim();
    return { snapshot, exits, ms, output };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function execute(node: string, args: string[], cwd: string, env: Record<string, string>): Promise<{ code: number; output: string }> {
  return new Promise((done, fail) => {
    const child = spawn(node, args, { cwd, env });
    let output = '';
    child.stdout.on('data', (data: Buffer) => { output += data.toString(); });
    child.stderr.on('data', (data: Buffer) => { output += data.toString(); });
    child.on('error', fail);
    child.on('close', (code) => done({ code: code ?? 1, output }));
  });
}
