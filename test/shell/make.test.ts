/** make of the sandbox and GNU make on the same makefiles: both streams, the exit code and the files afterwards are equal. Without GNU make 4.3 on the machine the recorded answers of it are compared with. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { StartMessage } from '../../src/runtime/abi/messages.ts';
import type { Sys } from '../../src/runtime/abi/syscalls.ts';
import { applets } from '../../src/runtime/shell/commands/index.ts';
import { make } from '../../src/runtime/shell/more/make.ts';
import { runProgram } from '../../src/runtime/shell/program.ts';
import { Context, runCommand } from '../../src/runtime/shell/run/context.ts';
import { ShellWorld } from '../support/shell-sys.ts';
import { cases, refusals } from './make-cases.ts';
import type { MakeCase } from './make-cases.ts';

interface Outcome { stdout: string; stderr: string; status: number | null; files: Record<string, string> }

const recordPath = join(import.meta.dirname, 'make-recorded.json');
const native = spawnSync('make', ['--version'], { encoding: 'utf8' });
const hasOracle = native.status === 0 && /^GNU Make 4\.3$/m.test(native.stdout) && process.platform === 'linux';
const recorded = JSON.parse(readFileSync(recordPath, 'utf8')) as Record<string, Outcome>;

function inFolder({ files }: MakeCase, run: (cwd: string) => Omit<Outcome, 'files'>): Outcome {
  const cwd = mkdtempSync(join(tmpdir(), 'make-test-'));
  try {
    for (const [name, text] of Object.entries(files)) {
      mkdirSync(dirname(join(cwd, name)), { recursive: true });
      writeFileSync(join(cwd, name), text);
      // All of the same age, in the past; a case makes files newer by writing them.
      utimesSync(join(cwd, name), 1_000_000_000, 1_000_000_000);
    }
    const { stdout, stderr, status } = run(cwd);
    const clean = (text: string): string => text.replaceAll(cwd, '/work');
    return { stdout: clean(stdout), stderr: clean(stderr), status, files: Object.fromEntries(list(cwd).map((name) => [name, clean(readFileSync(join(cwd, name), 'utf8'))])) };
  } finally {
    rmSync(cwd, { recursive: true, force: true });
  }
}

function list(folder: string, prefix = ''): string[] {
  return readdirSync(folder).sort().flatMap((name) => (statSync(join(folder, name)).isDirectory() ? list(join(folder, name), `${prefix}${name}/`) : [`${prefix}${name}`]));
}

const env = { HOME: '/home', TZ: 'UTC', LC_ALL: 'C', FROM_ENV: 'environment' };
const byGnu = (one: MakeCase): Outcome => inFolder(one, (cwd) => {
  const { stdout, stderr, status } = spawnSync('sh', ['-c', one.script], { cwd, env: { ...env, PATH: '/usr/bin:/bin' }, encoding: 'utf8', input: '' });
  return { stdout, stderr, status };
});
const world = new ShellWorld([...applets.keys(), 'make'], (sys: Sys, start) => (start.applet === 'make'
  ? runCommand(make, new Context(sys, 'make', start.argv.slice(1), start.env, [0, 1, 2])) : runProgram(sys, start as StartMessage, () => undefined)));
const byOurs = (one: MakeCase): Outcome => inFolder(one, (cwd) => world.execute(['sh', '-c', one.script], { cwd, env: { ...env, PATH: '/usr/bin:/bin' } }));

/** dash numbers the lines of `-c`, our shell does not; a name that is not there is the shell's to report. */
const shellsOwn = ({ stderr, ...rest }: Outcome): Outcome => ({ ...rest, stderr: stderr.replace(/^\/bin\/sh: (?:\d+: )?/gm, 'sh: ').replace(/^sh: (?:line \d+: )?(\S+): (?:command )?not found$/gm, 'sh: $1: not found') });

describe('make', () => {
  it.each(cases.map((one) => [one.name, one] as const))('%s', (name, one) => {
    const expected = hasOracle ? byGnu(one) : recorded[name]!;
    expect(shellsOwn(byOurs(one))).toEqual(shellsOwn(expected));
    // The record is what GNU make says, so that machines without it test the same.
    expect(shellsOwn(recorded[name] ?? ({} as Outcome))).toEqual(shellsOwn(expected));
  });

  it.each(refusals)('refuses %s by name', (_what, makefile, said) => {
    const outcome = byOurs({ name: '', files: { Makefile: makefile }, script: 'make' });
    expect([outcome.status, outcome.stdout, outcome.stderr]).toEqual([2, '', said]);
  });
});

if (process.env.RECORD_MAKE === '1') writeFileSync(recordPath, `${JSON.stringify(Object.fromEntries(cases.map((one) => [one.name, byGnu(one)])), null, 1)}\n`);
