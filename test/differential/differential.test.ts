import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { nodeBinary } from '../../src/build/node-package.ts';
import { openSandbox, type SandboxBrowser } from '../support/sandbox-browser.ts';
import { compare, findPrograms, knownDifferences, type Outcome, runInSandbox, runNative } from './suite.ts';

const binary = nodeBinary();
const programs = findPrograms();
const known = knownDifferences();

describe.skipIf(binary === undefined)('the same program in the sandbox and in Node', () => {
  let sandbox: SandboxBrowser | undefined;
  let native: Record<string, Outcome>;
  let actual: Record<string, Outcome>;
  beforeAll(async () => {
    native = runNative(binary!, programs);
    sandbox = await openSandbox();
    actual = await runInSandbox(sandbox, programs);
  }, 600_000);
  afterAll(async () => {
    await sandbox?.close();
  });

  for (const { name } of programs) {
    const reason = known[name];
    if (reason === undefined) test(name, () => expect(compare(native[name], actual[name])).toBe(''));
    else test.fails(`${name} (known: ${reason})`, () => expect(compare(native[name], actual[name])).toBe(''));
  }
});

