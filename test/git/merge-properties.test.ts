/** Random branches with edits, deletions, renames and new files, merged by native git and by ours: the same words, the same files, the same index. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { files, gitCompare } from '../support/git-compare.ts';
import { random, sample } from '../support/sample.ts';

const git = gitCompare();
afterAll(() => git.close());

const NAMES = ['a.txt', 'b.txt', 'lib/a.txt', 'lib/c.txt', 'src/deep/d.txt', 'e.md', 'src/f.md', 'g'];

function numbers(seed: number): (below: number) => number {
  const next = random(seed);
  return (below) => Math.floor(next() * below);
}

/** One branch's changes. */
function change(dir: string, next: (below: number) => number, side: string): void {
  const present = (): string[] => execFileSync('git', ['ls-files'], { cwd: dir, encoding: 'utf8' }).split('\n').filter((path) => path !== '' && fs.existsSync(join(dir, path)));
  for (let count = 1 + next(4); count > 0; count--) {
    const paths = present();
    const path = paths[next(paths.length)];
    const kind = next(5);
    if (kind === 0 || path === undefined) {
      const fresh = `${['', 'lib/', 'new/'][next(3)]}${['x', 'y', 'z'][next(3)]}.txt`;
      fs.mkdirSync(join(dir, fresh, '..'), { recursive: true });
      fs.writeFileSync(join(dir, fresh), `${fresh} of ${side}\n`.repeat(1 + next(9)));
    } else if (kind === 1) fs.rmSync(join(dir, path));
    else if (kind === 2) {
      const to = `moved/${next(3)}-${path.replaceAll('/', '-')}`;
      fs.mkdirSync(join(dir, 'moved'), { recursive: true });
      fs.renameSync(join(dir, path), join(dir, to));
      execFileSync('git', ['add', '-A'], { cwd: dir });
    } else {
      const lines = fs.readFileSync(join(dir, path), 'utf8').split('\n');
      lines.splice(next(lines.length), next(2), `${side} ${next(100)}`);
      fs.writeFileSync(join(dir, path), lines.join('\n'));
    }
  }
}

async function merged(seed: number): Promise<{ native: unknown; ours: unknown }> {
  const next = numbers(seed);
  const made = join(git.home, `made-${seed}`);
  const copy = join(git.home, `copy-${seed}`);
  fs.mkdirSync(made);
  const run = (...args: string[]): void => void git.native(made, args);
  run('init', '-q');
  for (const name of NAMES) {
    fs.mkdirSync(join(made, name, '..'), { recursive: true });
    fs.writeFileSync(join(made, name), Array.from({ length: 6 + next(20) }, (_, at) => `${name} line ${at}\n`).join(''));
  }
  run('add', '-A');
  run('commit', '-q', '-m', 'base');
  for (const side of ['feature', 'main']) {
    run('switch', '-q', ...(side === 'feature' ? ['-c'] : []), side);
    for (let commits = 1 + next(2); commits > 0; commits--) {
      change(made, next, side);
      run('add', '-A');
      run('commit', '-q', '-m', `${side} ${commits}`);
    }
  }
  fs.cpSync(made, copy, { recursive: true, preserveTimestamps: true, verbatimSymlinks: true });
  const env = { GIT_COMMITTER_DATE: '1763770000 +0000', GIT_AUTHOR_DATE: '1763770000 +0000' };
  const look = (dir: string): unknown => [(files as (dir: string) => unknown)(dir), git.native(dir, ['ls-files', '--stage']).stdout, git.native(dir, ['status', '--porcelain']).stdout, git.native(dir, ['rev-parse', 'HEAD']).stdout];
  const native = [git.native(made, ['merge', 'feature'], env), look(made)];
  const ours = [await git.ours(copy, ['merge', 'feature'], env), look(copy)];
  fs.rmSync(made, { recursive: true });
  fs.rmSync(copy, { recursive: true });
  return { native, ours };
}

describe('random merges like native git', () => {
  const seeds = sample(Array.from({ length: 300 }, (_, at) => at + 1), 8);
  it.each(seeds)('seed %i', async (seed) => {
    const { native, ours } = await merged(seed);
    expect(ours).toEqual(native);
  }, 60_000);
});
