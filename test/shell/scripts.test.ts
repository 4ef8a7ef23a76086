/**
 * The scripts of `scripts/` under the machine's bash and in the sandbox: standard output, standard error and exit code are equal. A seeded sample, and all in `npm run soak`.
 * A script beside which a file NAME.out lies uses programs that few machines have (jq, bc, zip): that file is what it prints.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

interface Outcome { output: string; exit: number | null; errors: string | null }

const folder = join(import.meta.dirname, 'scripts');
const names = readdirSync(folder).filter((name) => name.endsWith('.sh')).sort();

/** Scripts whose standard error differs, and in what; those of which there is only a recorded output are not compared. */
const OTHER_ERRORS: { [name: string]: string } = {
  'arith-errors.sh': 'which part of an expression is named when it ends too early',
  'builtin-errors.sh': 'unset says no line about its usage',
  'printf-more.sh': 'which letter of a wrong directive is named',
  'set-v-x.sh': '`set -x` shows simple commands, and not what `[[`, `((`, `for` and `case` look at',
  'timeout-sleep.sh': 'bash says that timeout was killed, which there kills itself by the signal that it sent',
};

/** Numbers of processes and times are each run's own; quotes are those of the locale. */
const comparable = (errors: string): string => errors.replace(/[\u2018\u2019]/g, "'").replace(/(?<=: line \d+: ) *\d+ (?=[A-Z])/g, 'PID ').replace(/\d+\.\d{3}(?=s?$)/gm, 'TIME');

/** The scripts are written for bash 5; an older one (macOS) is no oracle. */
const version = spawnSync('bash', ['-c', 'echo ${BASH_VERSINFO[0]}'], { encoding: 'utf8' });
const hasOracle = version.status === 0 && Number(version.stdout) >= 5 && process.platform === 'linux';

function native(name: string): Outcome {
  const recorded = join(folder, `${name}.out`);
  if (existsSync(recorded)) return { output: readFileSync(recorded, 'utf8'), exit: 0, errors: null };
  const base = mkdtempSync(join(tmpdir(), 'shell-oracle-'));
  try {
    const cwd = join(base, 'work');
    mkdirSync(cwd);
    writeFileSync(join(base, name), readFileSync(join(folder, name)));
    const env = { PATH: '/usr/bin:/bin', HOME: '/home', TZ: 'UTC', LC_ALL: 'C.UTF-8' };
    const result = spawnSync('bash', [`../${name}`], { cwd, env, stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8', timeout: 30_000 });
    return { output: result.stdout, exit: result.status, errors: result.stderr };
  } finally {
    rmSync(base, { recursive: true, force: true });
  }
}

describe.skipIf(!hasOracle)('the same script in the sandbox and in bash', () => {
  let sandbox: SandboxBrowser | undefined;
  beforeAll(async () => {
    sandbox = await openSandbox();
    await sandbox.mount(Object.fromEntries(names.map((name) => [name, { file: { contents: readFileSync(join(folder, name), 'utf8') } }])));
  });
  afterAll(async () => {
    await sandbox?.close();
  });

  test('there are at least 200', () => expect(names.length).toBeGreaterThanOrEqual(200));

  test.each(sample(names, 45))('%s', async (name) => {
    // The result travels through a file: what the client hands out is a terminal's output.
    const line = `rm -rf work && mkdir work && cd work && bash ../${name} </dev/null >/tmp/out 2>/tmp/err; code=$?; base64 -w0 /tmp/out; echo ":$code:$(base64 -w0 /tmp/err)"`;
    const result = await sandbox!.run('bash', ['-c', line], { env: { TZ: 'UTC' } });
    const match = /([A-Za-z0-9+/=]*):(\d+):([A-Za-z0-9+/=]*)\s*$/.exec(result.output);
    expect(match, result.output).not.toBeNull();
    const text = (coded: string): string => Buffer.from(coded, 'base64').toString();
    const theirs = native(name);
    expect({ output: text(match![1]!), exit: Number(match![2]) }).toEqual({ output: theirs.output, exit: theirs.exit });
    if (theirs.errors === null) return;
    const [errors, expected] = [comparable(text(match![3]!)), comparable(theirs.errors)];
    if (name in OTHER_ERRORS) expect(errors, 'no longer different: take it off the list').not.toBe(expected);
    else expect(errors).toBe(expected);
  });
});
