/**
 * The scripts of `scripts/` under the machine's bash and in the sandbox: standard output and exit code are equal. A seeded sample, and all in `npm run soak`.
 * A script beside which a file NAME.out lies uses programs that few machines have (jq, bc, zip): that file is what it prints.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sample } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';

interface Outcome { output: string; exit: number | null }

const folder = join(import.meta.dirname, 'scripts');
const names = readdirSync(folder).filter((name) => name.endsWith('.sh')).sort();

/** The scripts are written for bash 5; an older one (macOS) is no oracle. */
const version = spawnSync('bash', ['-c', 'echo ${BASH_VERSINFO[0]}'], { encoding: 'utf8' });
const hasOracle = version.status === 0 && Number(version.stdout) >= 5 && process.platform === 'linux';

function native(name: string): Outcome {
  const recorded = join(folder, `${name}.out`);
  if (existsSync(recorded)) return { output: readFileSync(recorded, 'utf8'), exit: 0 };
  const base = mkdtempSync(join(tmpdir(), 'shell-oracle-'));
  try {
    const cwd = join(base, 'work');
    mkdirSync(cwd);
    writeFileSync(join(base, name), readFileSync(join(folder, name)));
    const env = { PATH: '/usr/bin:/bin', HOME: '/home', TZ: 'UTC', LC_ALL: 'C.UTF-8' };
    const result = spawnSync('bash', [`../${name}`], { cwd, env, input: '', encoding: 'utf8', timeout: 30_000 });
    return { output: result.stdout, exit: result.status };
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
    const line = `rm -rf work && mkdir work && cd work && bash ../${name} </dev/null >/tmp/out 2>/dev/null; code=$?; base64 -w0 /tmp/out; echo ":$code"`;
    const result = await sandbox!.run('bash', ['-c', line], { env: { TZ: 'UTC' } });
    const match = /([A-Za-z0-9+/=]*):(\d+)\s*$/.exec(result.output);
    expect(match, result.output).not.toBeNull();
    expect({ output: Buffer.from(match![1]!, 'base64').toString(), exit: Number(match![2]) }).toEqual(native(name));
  });
});
