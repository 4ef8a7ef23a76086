/** Our git beside native git: the same steps in a folder of the same name, one after the other, and every byte of output and every exit code is kept. */
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { runGit } from '../../src/git/run.ts';
import { settled } from './git-pair.ts';
import type { GitResult } from './git-pair.ts';

/** Arguments of git, or something that happens in the folder. Functions may return text, which is compared too. */
export type Step = string[] | ((dir: string) => unknown);

export interface GitCompare {
  home: string;
  native(cwd: string, args: string[], env?: Record<string, string>): GitResult;
  ours(cwd: string, args: string[], env?: Record<string, string>): Promise<GitResult>;
  /** Runs the steps with both. Expects equal transcripts and a repository that native git finds in order. */
  compare(name: string, steps: Step[], more?: { fsck?: boolean }): Promise<void>;
  close(): void;
}

export function gitCompare(config = ''): GitCompare {
  const home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'tabloom-git-')));
  fs.writeFileSync(join(home, '.gitconfig'), `[user]\n\tname = A B\n\temail = a@b.c\n[init]\n\tdefaultBranch = main\n[core]\n\tabbrev = 7\n[advice]\n\tdetachedHead = false\n[protocol "file"]\n\tallow = always\n${config}`);
  // Dates go up by one second a command, so that the order of commits is settled.
  let clock = 0;
  const environment = (env: Record<string, string> = {}): Record<string, string> => {
    const date = `${1763766637 + clock++} +0130`;
    return { HOME: home, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date, TZ: 'UTC', LC_ALL: 'C', GIT_TERMINAL_PROMPT: '0', ...env };
  };
  const native = (cwd: string, args: string[], env?: Record<string, string>): GitResult => {
    const run = spawnSync('git', args, { cwd, env: environment({ GIT_EDITOR: 'true', ...env }), encoding: 'latin1' });
    return { code: run.status ?? -1, stdout: utf8(run.stdout), stderr: settled(utf8(run.stderr)) };
  };
  const ours = async (cwd: string, args: string[], env?: Record<string, string>): Promise<GitResult> => {
    let stdout = '';
    let stderr = '';
    const code = await runGit(args, {
      fs, cwd, env: environment({ GIT_EDITOR: 'true', ...env }), now: () => 1763766637 + clock, timezoneOffset: () => 0, tty: false,
      fetch: globalThis.fetch, out: (text) => { stdout += text; }, err: (text) => { stderr += text; },
    });
    return { code, stdout, stderr: settled(stderr) };
  };
  const compare: GitCompare['compare'] = async (name, steps, { fsck = true } = {}) => {
    const dir = join(home, name);
    const transcripts: Record<string, unknown[]> = {};
    for (const [who, run] of Object.entries({ native: async (cwd: string, args: string[]) => native(cwd, args), ours })) {
      fs.rmSync(dir, { recursive: true, force: true });
      fs.mkdirSync(dir);
      clock = 0;
      const transcript: unknown[] = [];
      for (const step of steps) {
        if (typeof step === 'function') {
          const seen = await step(dir);
          if (seen !== undefined) transcript.push(seen);
        } else transcript.push({ args: step.join(' '), ...(await run(dir, step)) });
      }
      transcripts[who] = transcript;
    }
    expect(transcripts.ours).toEqual(transcripts.native);
    if (fsck && fs.existsSync(join(dir, '.git'))) expect(execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: dir, encoding: 'utf8', stdio: 'pipe' })).toBe('');
  };
  return { home, native, ours, compare, close: () => fs.rmSync(home, { recursive: true, force: true }) };
}

const utf8 = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('utf8');

export const write = (path: string, text: string | Uint8Array): Step => (dir) => {
  fs.mkdirSync(join(dir, path, '..'), { recursive: true });
  fs.writeFileSync(join(dir, path), text);
};

export const remove = (path: string): Step => (dir) => fs.rmSync(join(dir, path), { recursive: true });

/** All files of the working tree with their contents; part of the transcript. */
export const files: Step = (dir) => tree(dir);

function tree(dir: string, prefix = ''): Record<string, string> {
  const found: Record<string, string> = {};
  for (const entry of fs.readdirSync(join(dir, prefix), { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
    if (entry.name === '.git') continue;
    if (entry.isDirectory()) Object.assign(found, tree(dir, path));
    else if (entry.isSymbolicLink()) found[path] = `-> ${fs.readlinkSync(join(dir, path))}`;
    else found[path] = `${fs.statSync(join(dir, path)).mode & 0o100 ? 'x ' : ''}${fs.readFileSync(join(dir, path), 'latin1')}`;
  }
  return found;
}

/** The index with all stages, as native git lists it. */
export const index: Step = (dir) => execFileSync('git', ['ls-files', '--stage'], { cwd: dir, encoding: 'utf8' });

/** A text file of `.git`; undefined shows as such. */
export const gitFile = (name: string): Step => (dir) => (fs.existsSync(join(dir, '.git', name)) ? fs.readFileSync(join(dir, '.git', name), 'utf8') : 'absent');
