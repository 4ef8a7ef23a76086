import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary } from '../../src/build/node-package.ts';
import { sample, SOAK } from '../support/sample.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { compare, findPrograms, knownDifferences, type Outcome, runInSandbox, runNative } from './suite.ts';

const binary = nodeBinary();
const all = findPrograms();
const known = knownDifferences();
/** Little over a minute of two cores; `npm run soak` runs them all. A listed difference is always looked at: it must not disappear unnoticed. */
const chosen = new Set(sample(all, 35).map(({ name }) => name));
const programs = all.filter(({ name }) => chosen.has(name) || name in known);

test('every listed difference belongs to a program', () => expect(Object.keys(known).filter((name) => !all.some((program) => program.name === name))).toEqual([]));

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
    if (reason === undefined) test(name, () => expect(compare(native[name], actual[name])).toBe(''));
    else test.fails(`${name} (known: ${reason})`, () => expect(compare(native[name], actual[name])).toBe(''));
  }
});

