/**
 * Runs every script of `scripts/` with the machine's bash and in the sandbox, and compares standard output and exit code.
 * `npx tsx test/shell/run.ts [NAME...]`. Without a bash of version 5 it says "not run" and ends with 0.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openSandbox, type Tree } from '../support/sandbox-browser.ts';

interface Outcome { output: string; exit: number | null }

const folder = join(import.meta.dirname, 'scripts');
const wanted = process.argv.slice(2);
const names = readdirSync(folder).filter((n) => n.endsWith('.sh') && (wanted.length === 0 || wanted.includes(n.replace(/\.sh$/, '')))).sort();
if (names.length === 0) throw new Error('no script of that name');

const version = spawnSync('bash', ['-c', 'echo ${BASH_VERSINFO[0]}'], { encoding: 'utf8' });
if (version.status !== 0 || Number(version.stdout) < 5) {
  console.log('shell oracle: not run, there is no bash 5 on this machine');
  process.exit(0);
}

function native(name: string): Outcome {
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

const tree: Tree = Object.fromEntries(names.map((n) => [n, { file: { contents: readFileSync(join(folder, n), 'utf8') } }]));
const sandbox = await openSandbox();
let failed = 0;
try {
  await sandbox.mount(tree);
  for (const name of names) {
    const expected = native(name);
    // The result travels through a file: what the client hands out is a terminal's output.
    const line = `rm -rf work && mkdir work && cd work && bash ../${name} </dev/null >/tmp/out 2>/dev/null; code=$?; base64 -w0 /tmp/out; echo ":$code"`;
    const started = performance.now();
    const result = await Promise.race([
      sandbox.run('bash', ['-c', line], { env: { TZ: 'UTC' } }),
      new Promise<null>((resolve) => setTimeout(resolve, 20_000, null)),
    ]);
    const match = result && /([A-Za-z0-9+/=]*):(\d+)\s*$/.exec(result.output);
    const actual: Outcome = match ? { output: Buffer.from(match[1]!, 'base64').toString(), exit: Number(match[2]) } : { output: result?.output ?? 'no answer within 20 s', exit: null };
    const same = actual.output === expected.output && actual.exit === expected.exit;
    console.log(`${same ? 'ok  ' : 'FAIL'} ${name} (${(performance.now() - started).toFixed(0)} ms)`);
    if (same) continue;
    failed++;
    console.log(difference(expected, actual));
  }
} finally {
  await sandbox.close();
}
console.log(`shell oracle: ${names.length - failed} of ${names.length} scripts equal`);
process.exitCode = failed > 0 ? 1 : 0;

function difference(expected: Outcome, actual: Outcome): string {
  const a = expected.output.split('\n');
  const b = actual.output.split('\n');
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return `  exit ${expected.exit} expected, ${actual.exit} here; line ${i + 1}:\n  expected ${JSON.stringify(a.slice(i, i + 3))}\n  here     ${JSON.stringify(b.slice(i, i + 3))}`;
}
