import fc from 'fast-check';
import ignore from 'ignore';
import { expect, it } from 'vitest';
import { parseIgnoreFile } from '../../src/project/ignore-file.ts';

it('means what the widely used library means', () => {
  const name = fc.stringMatching(/^(?:[ab]|\*|\?|\[ab\]|\[!a\]|\\\\b){1,4}$/).filter((text) => !text.includes('**'));
  const segments = fc.array(fc.oneof({ weight: 4, arbitrary: name }, { weight: 1, arbitrary: fc.constant('**') }), { minLength: 1, maxLength: 3 });
  const rule = fc.tuple(fc.constantFrom('', '!'), fc.constantFrom('', '/'), segments, fc.constantFrom('', '/'))
    // Double stars side by side, alone or before a last slash are read in different ways, even by versions of git.
    .filter(([, , parts]) => parts.at(-1) !== '**' && !parts.some((part, at) => part === '**' && parts[at + 1] === '**'))
    .map(([bang, head, parts, tail]) => bang + head + parts.join('/') + tail);
  const path = fc.array(fc.stringMatching(/^[abc]{1,3}$/), { minLength: 1, maxLength: 4 }).map((names) => names.join('/'));
  fc.assert(fc.property(fc.array(rule, { minLength: 1, maxLength: 4 }), path, fc.boolean(), (rules, given, directory) => {
    const text = rules.join('\n');
    expect([text, given, parseIgnoreFile(text).ignores(given, directory)]).toEqual([text, given, ignore({ ignorecase: false }).add(text).ignores(directory ? `${given}/` : given)]);
  }), { numRuns: 4_000 });
});

it.each([
  ['a/**', 'a', true, false], ['a/**', 'a/b', false, true], ['# x', '# x', false, false], ['\\#x', '#x', false, true], ['\\!x', '!x', false, true],
  ['x  ', 'x', false, true], ['x\\ ', 'x ', false, true], ['x\r\ny', 'x', false, true], ['[x', '[x', false, false], ['[a-c]?', 'b😀', false, true], ['/', 'a', true, false],
])('rule %j, path %j (folder: %s) is ignored: %s', (text, path, directory, ignored) => expect(parseIgnoreFile(text).ignores(path, directory)).toBe(ignored));

it('takes no time for rules that are made to take it', () => {
  const started = performance.now();
  const rules = parseIgnoreFile(['**/a/**/a/**/a/**/b', '*a*a*a*a*a*a*b*c', '/*a*/*a*/*b', ...Array.from({ length: 1000 }, (_, n) => `*a*a${n}*b*`)].join('\n'));
  expect([rules.ignores(Array<string>(100).fill('a').join('/'), false), rules.ignores(`${'a'.repeat(250)}b/${'a'.repeat(250)}/a`, false)]).toEqual([false, false]);
  // Milliseconds; the library took a minute for the first rule alone.
  expect(performance.now() - started).toBeLessThan(2000);
});
