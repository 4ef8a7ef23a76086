/** Which version of a package a build in WebAssembly gets: the one that npm would take. */
import { describe, expect, it } from 'vitest';
import { buildVersion, SUBSTITUTES } from '../../src/runtime/abi/substitutes.ts';
import { fits, newestFitting } from '../../src/runtime/kernel/packages/ranges.ts';

const VERSIONS = ['1.9.0', '1.10.0', '1.10.2', '2.0.0-alpha.6', '2.0.0-beta.2', '0.2.5', '0.2.12', '0.3.0'];

describe('builds', () => {
  it.each([
    ['1.9.0', '1.9.0'], ['~1.10.0', '1.10.2'], ['^1.9.0', '1.10.2'], ['^0.2.5', '0.2.12'], ['2.0.0-alpha.6', '2.0.0-alpha.6'], ['^1.7.1 || 2.0.0-beta.2', '1.10.2'], ['3.0.0 || 2.0.0-beta.2', '2.0.0-beta.2'], ['^1.11.0', undefined], ['1.9.1', undefined],
  ])('%s is %s', (range, version) => expect(newestFitting(VERSIONS, range)).toBe(version));

  it('a version before the release fits only by its own name', () => {
    expect(['2.0.0-alpha.6', '2.0.0-beta.2', '1.10.0', ''].map((version) => fits(version, '^1.7.1 || 2.0.0-beta.2'))).toEqual([false, true, true, false]);
  });

  it('are the last one that was published for what came later, and of the same version before', () => {
    const next = SUBSTITUTES.find(({ of }) => of === 'next')!;
    expect(['15.5.0', '16.3.7', '16.3.10', '16.4.0-canary.1', '17.0.0'].map((version) => buildVersion(next, version))).toEqual(['15.5.0', '16.3.7', '16.3.7', '16.3.7', '16.3.7']);
  });
});
