/** Random texts through random filters: what comes out in the sandbox and on the machine, byte by byte, and the exit code. Seeded; more of them in `npm run soak`. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { random, SEED, SOAK } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { filterCases } from './filter-cases.ts';

const said = (command: string, ...args: string[]): string => spawnSync(command, args, { encoding: 'utf8' }).stdout ?? '';
/** Others print other things for the same options. */
const hasOracle = process.platform === 'linux' && /version 5/.test(said('bash', '--version')) && /GNU coreutils\) 9/.test(said('sort', '--version')) && /GNU grep/.test(said('grep', '--version')) && /^mawk 1\.3\.4/m.test(said('awk', '-W', 'version'));
const CASES = SOAK ? 6_000 : 300;
/** To a script. */
const AT_ONCE = 100;

describe.skipIf(!hasOracle)('random filters', () => {
  let sandbox: SandboxBrowser | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  it(`print the same (TABLOOM_SEED=${SEED})`, async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'filters-oracle-'));
    const cases = filterCases(random(), CASES);
    const text = (lines: string[], i: number): string => Buffer.from(lines[i] ?? '', 'base64').toString();
    try {
      for (let from = 0; from < CASES; from += AT_ONCE) {
        const part = cases.slice(from, from + AT_ONCE);
        const script = part.map((line) => `{ ${line}; echo "exit $?"; } | base64 -w0; echo`).join('\n');
        const theirs = spawnSync('bash', ['-c', script], { cwd, encoding: 'utf8', env: { PATH: '/usr/bin:/bin', HOME: '/home', TZ: 'UTC', LC_ALL: 'C.UTF-8' } }).stdout.split('\n');
        expect(theirs).toHaveLength(part.length + 1);
        await sandbox!.mount({ 'cases.sh': { file: { contents: script } } });
        const ours = (await sandbox!.run('bash', ['cases.sh'], { env: { TZ: 'UTC' } })).output.replaceAll('\r', '').split('\n');
        expect(part.map((line, i) => ({ line, printed: text(ours, i) }))).toEqual(part.map((line, i) => ({ line, printed: text(theirs, i) })));
      }
    } finally {
      rmSync(cwd, { recursive: true, force: true });
    }
  }, SOAK ? 900_000 : 120_000);
});
