/** Every package that ships has a licence that the project allows. */
import { describe, expect, it } from 'vitest';
import { licenceNotices, shippedPackages } from '../src/build/licences.ts';

// Zlib (permissive) comes with pako, which isomorphic-git, one of the packages the project is asked to use, depends on.
const ALLOWED = new Set(['MIT', 'MIT-0', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MPL-2.0', 'Artistic-2.0', 'BlueOak-1.0.0', 'CC0-1.0', '0BSD', 'Python-2.0', 'PSF-2.0', 'CC-BY-4.0', 'CC-BY-3.0', 'Unlicense', 'Zlib']);

/** `(A OR B)` is allowed when one choice is, `A AND B` when all are. */
function allowed(expression: string): boolean {
  const plain = expression.replace(/[()]/g, '');
  return plain.split(' OR ').some((choice) => choice.split(' AND ').every((name) => ALLOWED.has(name.trim())));
}

describe('licences', () => {
  const packages = shippedPackages();

  it('sees the shipped packages', () => {
    expect(packages.length).toBeGreaterThan(50);
    expect(packages.map((p) => p.name)).toContain('monaco-editor');
  });

  it('allows each of them', () => {
    expect(packages.filter((p) => !allowed(p.licence)).map((p) => `${p.name}@${p.version}: ${p.licence}`)).toEqual([]);
  });

  it('names each of them in the notices, and Node', () => {
    const text = licenceNotices();
    expect(packages.filter((p) => !text.includes(`== ${p.name} ${p.version} (`)).map((p) => p.name)).toEqual([]);
    expect(text).toContain('Copyright Node.js contributors');
  });
});
