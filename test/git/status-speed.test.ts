/** Status in a large project, as a ratio to native git on the same files. Only in `npm run soak`: times of a busy machine say nothing. */
import { execFileSync } from 'node:child_process';
import * as fs from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { GitPair } from '../support/git-pair.ts';
import { SOAK } from '../support/sample.ts';

const FILES = 10_000;
/** Native git starts in a few milliseconds and uses all processors for this. */
const MOST = 15;

let pair: GitPair;
beforeAll(() => { pair = new GitPair(); });
afterAll(() => pair.dispose());

describe.runIf(SOAK)('git status on 10,000 files', () => {
  it('reads no file that did not change', async () => {
    const dir = join(pair.home, 'large');
    fs.mkdirSync(dir);
    for (let at = 0; at < FILES; at++) {
      const folder = join(dir, `folder${at % 100}`, `inner${at % 10}`);
      if (at < 1000) fs.mkdirSync(folder, { recursive: true });
      fs.writeFileSync(join(folder, `file${at}.txt`), `file ${at}\n`.repeat(20));
    }
    for (const args of [['init', '-q'], ['add', '.'], ['commit', '-q', '-m', 'all']]) pair.native(dir, args);
    // An index that is older than the files by nothing would have all of them read again.
    const old = new Date(Date.now() - 60_000);
    for (const path of execFileSync('git', ['ls-files', '-z'], { cwd: dir, encoding: 'utf8' }).split('\0')) if (path !== '') fs.utimesSync(join(dir, path), old, old);
    pair.native(dir, ['status']);
    await pair.ours(dir, ['status']);
    const time = async (run: () => unknown): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 5; round++) {
        const start = performance.now();
        await run();
        times.push(performance.now() - start);
      }
      return times.sort((a, b) => a - b)[2]!;
    };
    const native = await time(() => pair.native(dir, ['status']));
    const ours = await time(() => pair.ours(dir, ['status']));
    console.log(`status on ${FILES} files: ours ${Math.round(ours)} ms, native ${Math.round(native)} ms, ratio ${(ours / native).toFixed(1)}`);
    expect((await pair.ours(dir, ['status', '-s'])).stdout).toBe('');
    expect(ours / native).toBeLessThan(MOST);
  });
});
