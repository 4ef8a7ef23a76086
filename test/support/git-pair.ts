/** The sandbox's git and native git on the same files, one after the other. */
import { execFileSync, spawnSync } from 'node:child_process';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import { directFs } from '../../src/git/direct-fs.ts';
import { runGit } from '../../src/git/run.ts';

export interface GitResult { code: number; stdout: string; stderr: string }

/** A command, or something that happens to the files. */
export type GitStep = string[] | ((dir: string) => void);

export class GitPair {
  /** A folder of its own with a configuration, above all repositories. */
  readonly home: string;
  /** Of the next commits, as `seconds zone`; the same for both. */
  date = '1763766637 +0130';
  /** More of the environment, the same for both. */
  readonly extra: Record<string, string> = {};

  constructor() {
    this.home = fs.realpathSync(fs.mkdtempSync(join(tmpdir(), 'tabloom-git-')));
    fs.writeFileSync(join(this.home, '.gitconfig'), '[user]\n\tname = A B\n\temail = a@b.c\n[init]\n\tdefaultBranch = main\n[core]\n\tabbrev = 7\n[merge]\n\tconflictStyle = merge\n');
  }

  dispose(): void {
    fs.rmSync(this.home, { recursive: true, force: true });
  }

  environment(): Record<string, string> {
    return { HOME: this.home, PATH: process.env.PATH ?? '', GIT_CONFIG_NOSYSTEM: '1', GIT_AUTHOR_DATE: this.date, GIT_COMMITTER_DATE: this.date, TZ: 'UTC', LC_ALL: 'C', ...this.extra };
  }

  native(cwd: string, args: string[], input = ''): GitResult {
    const run = spawnSync('git', args, { cwd, env: this.environment(), encoding: 'utf8', input, maxBuffer: 1e9 });
    return { code: run.status ?? -1, stdout: run.stdout, stderr: settled(run.stderr) };
  }

  async ours(cwd: string, args: string[], { tty = false, input = '' } = {}): Promise<GitResult> {
    const stdout: Uint8Array[] = [];
    let stderr = '';
    const lines = input.split('\n');
    const code = await runGit(args, {
      fs: directFs(fs), cwd, env: this.environment(), now: () => Math.floor(Date.now() / 1000), timezoneOffset: () => 0, tty,
      out: (text) => void stdout.push(typeof text === 'string' ? Buffer.from(text) : text), err: (text) => { stderr += text; },
      spawn: async (file, args, options) => {
        const run = spawnSync(file, args, { ...options, env: options.env as NodeJS.ProcessEnv, encoding: 'utf8' });
        if (options.output === 'stdout') stdout.push(Buffer.from(run.stdout));
        stderr += run.stderr + (options.output === 'stderr' ? run.stdout : '');
        return run.status ?? 1;
      },
      readLine: async () => (lines.length > 1 ? lines.shift() : undefined), readInput: async () => Buffer.from(input),
    });
    return { code, stdout: Buffer.concat(stdout).toString('utf8'), stderr: settled(stderr) };
  }

  /** Both run in a folder of the same name, one after the other, because some messages hold the path. */
  async compare(name: string, steps: readonly GitStep[]): Promise<void> {
    const dir = join(this.home, name);
    const transcripts: Record<string, unknown[]> = {};
    for (const [who, run] of Object.entries({ native: async (cwd: string, args: string[]) => this.native(cwd, args), ours: (cwd: string, args: string[]) => this.ours(cwd, args) })) {
      fs.rmSync(dir, { recursive: true, force: true });
      fs.mkdirSync(dir);
      const transcript: unknown[] = [];
      for (const step of steps) {
        if (typeof step === 'function') step(dir);
        else transcript.push({ args: step.join(' '), ...(await run(dir, step)) });
      }
      transcripts[who] = transcript;
    }
    const first = transcripts.native!.findIndex((result, at) => !isDeepStrictEqual(result, transcripts.ours![at]));
    expect(transcripts.ours![first]).toEqual(transcripts.native![first]);
    expect(transcripts.ours).toHaveLength(transcripts.native!.length);
    this.check(dir);
  }

  /** What is left lying about was made by our git, and native git finds nothing wrong with it. */
  check(dir: string): void {
    if (fs.existsSync(join(dir, '.git'))) expect(execFileSync('git', ['fsck', '--strict', '--no-dangling'], { cwd: dir, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] })).toBe('');
  }
}

/** Hints and full stops at the end of errors have changed between versions of git; a counter that writes over itself is as wide as the terminal. */
export const settled = (stderr: string): string => stderr.replace(/Rebasing \(\d+\/\d+\)\r/g, '').replace(/\r(?: *\r|\x1b\[K)/g, '').replace(/^hint:.*\n/gm, '').replace(/\.$/gm, '');
