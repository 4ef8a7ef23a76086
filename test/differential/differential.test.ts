import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary } from '../../src/build/node-package.ts';
import { sample, SOAK } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { findPrograms, knownDifferences, type Outcome, runInSandbox, runNative, verdict } from './suite.ts';

const binary = nodeBinary();
const all = findPrograms();
const known = knownDifferences();
/** Little over a minute of two cores; `npm run soak` runs them all. A listed difference is always looked at: it must not disappear unnoticed. */
const chosen = new Set(sample(all, 35).map(({ name }) => name));
const programs = all.filter(({ name }) => chosen.has(name) || name in known);

test('every listed difference belongs to a program', () => expect(Object.keys(known).filter((name) => !all.some((program) => program.name === name))).toEqual([]));

test('there are some 600 programs: whole folders do not go unseen', () => expect(all.length).toBeGreaterThanOrEqual(600));

describe.skipIf(binary === undefined)('the same program in the sandbox and in Node', () => {
  let sandbox: SandboxBrowser | undefined;
  let native: Record<string, Outcome>;
  let actual: Record<string, Outcome>;
  beforeAll(async () => {
    native = runNative(binary!, programs);
    sandbox = await openSandbox();
    actual = await runInSandbox(sandbox, programs);
  }, SOAK ? 3_600_000 : 600_000);
  afterAll(async () => {
    await sandbox?.close();
  });

  for (const { name } of programs) {
    const reason = known[name];
    test(reason === undefined ? name : `${name} (known: ${reason})`, () => expect(verdict(native[name], actual[name], reason)).toBe(''));
  }
});

test('a listed difference is what the program says, and no hang, crash or missing result', () => {
  const native: Outcome = { code: 0, signal: null, stdout: 'one\n', stderr: '' };
  expect(verdict(native, { ...native, stdout: 'two\n' }, 'known')).toBe('');
  expect(verdict(native, native, 'known')).toContain('equal now');
  expect(verdict(native, { code: null, signal: 'timeout', stdout: 'two\n', stderr: '' }, 'known')).toContain('timeout');
  expect(verdict(native, { code: null, signal: 'SIGKILL', stdout: 'two\n', stderr: '' }, 'known')).toContain('SIGKILL');
  expect(verdict(native, undefined, 'known')).toContain('no result');
  expect(verdict(native, { error: 'spawn EAGAIN' } as Outcome, 'known')).toContain('spawn EAGAIN');
  expect(verdict(native, { ...native, stdout: 'two\n' }, undefined)).toContain('native  1: one');
});
