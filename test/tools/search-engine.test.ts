/** The parts of search and commands that are plain functions: patterns against a plain reading of their meaning, cursors, tails, program names. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { simpleProgram } from '../../src/host/command/simple-program.ts';
import { comparePaths, markOf, readCursor, writeCursor } from '../../src/host/search/cursor.ts';
import { fileFilter, splitGlob } from '../../src/host/search/glob.ts';
import { translated } from '../../src/host/search/dialects.ts';
import { linePattern, requiredText } from '../../src/host/search/pattern.ts';
import { searchFiles } from '../../src/host/search/search-files.ts';
import { walkSync } from '../../src/host/walk.ts';
import { tailOf } from '../../src/tools/commands/tail.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

const root = mkdtempSync(join(tmpdir(), 'tabloom-search-'));
afterAll(() => rmSync(root, { recursive: true }));

const put = (path: string, text: string): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
};

const lines = (path: string, query: string, ignore_case = false): number[] => searchFiles({
  name: 'search', root, place: { path: join(root, path), rel: path },
  params: { query, literal: false, path, ignore_case, unit: 'lines', before: 0, after: 0, max_results: 1000, max_bytes: 1_000_000 },
}).matches.map((match) => match.line);

describe('search', () => {
  it('finds the lines that the expression matches one by one, whatever way it takes', () => {
    const next = random();
    const pick = <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)]!;
    const atoms = ['a', 'b', 'ab', 'cab', '.', '\\w', '\\s', '\\S', '\\W', '[ab]', '[^a]', '[^\\n]', '\\b', '^', '$', '(a|b)', '(?:ba)', '(?=b)', '(?!b)', '(?<=a)', '(?<!a)', '(?!\\s)', '(?![^b])', '(?<!\\W)', '(?!$)', '(?<!^)', '(?!.)', ' ', '\\d', '1', '\\.', 'é', '💡', '\\r', '\\n', 'abc', '\\p{L}', '(?:)'];
    const quantifiers = ['', '', '', '*', '+', '?', '{2}', '{0,1}', '*?'];
    for (let round = 0; round < (SOAK ? 20_000 : 1_000); round++) {
      const text = Array.from({ length: 1 + Math.floor(next() * 12) }, () => Array.from({ length: Math.floor(next() * 6) }, () => pick(['a', 'b', 'c', ' ', '1', '.', 'é', '💡', 'ab', '\t', 'B'])).join('') + pick(['\n', '\n', '\r\n', '\u2028'])).join('').slice(0, pick([undefined, -1]));
      const query = Array.from({ length: 1 + Math.floor(next() * 4) }, () => pick(atoms) + pick(quantifiers)).join(pick(['', '', '|']));
      const ignore_case = next() < 0.3;
      let pattern;
      try {
        pattern = linePattern({ query, literal: false, ignore_case });
      } catch {
        continue;
      }
      put('random.txt', text);
      const all = text.split('\n');
      if (all.at(-1) === '') all.pop();
      const { line } = pattern;
      const expected = all.flatMap((content, at) => (line.test(content.replace(/\r$/, '')) ? [at + 1] : []));
      expect([SEED, round, query, text, lines('random.txt', query, ignore_case)]).toEqual([SEED, round, query, text, expected]);
    }
  });

  it('knows no line breaks but its own, also where an expression says what must not be there', () => {
    put('odd.txt', 'a\u2028b\nc\rd\n');
    expect(lines('odd.txt', '(?!$)(?!.)')).toEqual([1, 2]);
    expect(lines('odd.txt', 'a$|(?<!^)^|(?<=c)(?!$)')).toEqual([2]);
  });

  it('takes the text itself for a literal, and the strict grammar first', () => {
    for (const query of ['a.b', '(', '[x', 'a/b', '\\d', '💡', '^$', 'a-b', '{2}']) expect(linePattern({ query, literal: true, ignore_case: false }).line.test(`<${query}>`)).toBe(true);
    expect(linePattern({ query: '\\-', literal: false, ignore_case: false }).line.flags).toBe('');
    expect(linePattern({ query: '.', literal: false, ignore_case: true }).line.flags).toBe('iu');
  });

  it.each([
    ['needleWord', 'needleWord'], ['foo(bar)?', 'foo'], ['ab|cd', undefined], ['(abc|x)def', 'def'], ['abcd*', 'abc'], ['abcd+e', 'abcd'], ['\\bfunction\\s+name\\(', 'function'], ['a\\.b\\.c', 'a.b.c'], ['xy', undefined],
    ['\\u{1f4a1}end', 'end'], ['\\x41bcd', 'bcd'], ['[abc]def', 'def'], ['abc{2,3}', undefined], ['💡💡💡?', '💡💡'], ['\\12abc', 'abc'], ['abc{', undefined],
  ])('%s needs %s in every line', (source, text) => expect(requiredText(source)).toBe(text));

  it.each([
    ['[[:alpha:]]+', '[A-Za-z]+'], ['[^[:space:]x]', '[^\\sx]'], ['[:alpha:]', '[:alpha:]'], ['\\[[:digit:]]', '\\[[:digit:]]'], ['[]a]', '[\\]a]'], ['[^]a]', '[^\\]a]'], ['[[:nope:]]', '[[:nope:]]'], ['[a\\][:upper:]]', '[a\\]A-Z]'],
  ])('%s becomes %s', (given, made) => expect(translated(given)).toEqual({ source: made, ignoreCase: false }));

  it.each([
    // ripgrep, Perl, Python, GNU grep: each found nothing before, or was refused.
    ['(?i)hello', ['Hello you']], ['(?is)H.*U$', ['Hello you']], ['(?P<q>["\'])x(?P=q)', ['say "x"', "say 'x'"]], ['\\AHello', ['Hello you']], ['you\\z', ['Hello you']], ['you\\Z', ['Hello you']],
    ['a\\hb', ['a b', 'a\tb']], ['a[\\h_]b', ['a b', 'a\tb', 'a_b']], ['a\\Hb', ['a_b']], ['\\<cat\\>', ['a cat.']], ['\\<cat', ['a cat.', 'catalog']], ['cat\\>', ['a cat.', 'tomcat']],
    ['stra\\x{df}e', ['stra\u00dfe']], ['\\x{1F4A1}', ['\u{1f4a1}']], ['[\\x{e0}-\\x{ff}]x', ['\u00e9x']], ['\\\\<b', ['\\<b']], ['a\\\\hb', ['a\\hb']],
  ])('%s means what its dialect means', (query, expected) => {
    const all = ['Hello you', 'say "x"', "say 'x'", 'say "x\'', 'a b', 'a\tb', 'a_b', 'a cat.', 'catalog', 'tomcat', 'stra\u00dfe', '\u{1f4a1}', '\u00e9x', '\\<b', 'a\\hb'];
    put('dialects.txt', `${all.join('\n')}\n`);
    expect(lines('dialects.txt', query).map((line) => all[line - 1])).toEqual(expected);
  });

  it.each([['(?x) a b'], ['a++'], ['(?>a)'], ['(a'], ['a(?i)b']])('%s is refused, not guessed', (query) => {
    expect(() => linePattern({ query, literal: false, ignore_case: false })).toThrow(/^Invalid regular expression: .*Set literal to true/);
  });

  it('filters by name at any depth, by path, and by what is not meant', () => {
    const keeps = (glob: string, path: string): boolean => fileFilter(glob)([path]);
    expect([keeps('*.ts', 'a/b.ts'), keeps('*.{js,ts}', 'a/.b.ts'), keeps('src/**', 'a/src/b'), keeps('src/**', 'src/a/b'), keeps('!*.test.ts', 'a/b.test.ts'), keeps('!*.test.ts', 'a/b.ts'), keeps('./src/*.ts', 'src/a.ts'), keeps('*.TS', 'a.ts')])
      .toEqual([true, true, false, true, false, true, true, false]);
    expect([splitGlob('src/a/*.ts'), splitGlob('*.ts'), splitGlob('/home/p/**/x'), splitGlob('./a/b'), splitGlob('a/[b]/c'), splitGlob('/*')])
      .toEqual([{ base: 'src/a', rest: '*.ts' }, { base: '.', rest: '*.ts' }, { base: '/home/p', rest: '**/x' }, { base: 'a', rest: 'b' }, { base: 'a', rest: '[b]/c' }, { base: '/', rest: '*' }]);
  });
});

describe('the walk', () => {
  it('has the order that cursors compare by', () => {
    for (const path of ['w/a.txt', 'w/a/x', 'w/a-b/y', 'w/a/b/z', 'w/ä', 'w/B', 'w/.x', 'w/💡/1', 'w/\uffee']) put(path, '');
    const seen = [...walkSync(root, { path: join(root, 'w'), rel: 'w' }, 9)].map((entry) => entry.rel);
    expect(seen).toEqual([...seen].sort(comparePaths));
    expect(seen).toHaveLength(13);
    for (let at = 1; at < seen.length; at++) expect(comparePaths(seen[at - 1]!, seen[at]!)).toBeLessThan(0);
  });

  it('cursors carry any path, and know their call', () => {
    const mark = markOf(['.', 'x']);
    for (const path of ['a.b.c', 'a\nb', '💡/1.2', '0.1.x']) expect(readCursor(mark, writeCursor(mark, { path, line: 12 }))).toEqual({ path, line: 12 });
    expect(() => readCursor(markOf(['.', 'y']), writeCursor(mark, { path: 'a', line: 1 }))).toThrow('The cursor belongs to a call with other arguments.');
  });
});

describe('commands', () => {
  it.each([
    ['go build ./...', 'go'], ['  A=1 B="x y" go', undefined], ['A=1 B=2 go test', 'go'], ['go test 2>&1', 'go'], ['go test &> log', 'go'], ['go "a; b" \'$(x)\' | cat', undefined], ['go; ls', undefined], ['go && ls', undefined], ['go &', undefined],
    ['$(go)', undefined], ['./go', undefined], ['go "$(x)"', undefined], ["go '$(x)'", 'go'], ['exit 127', undefined], ['command go', undefined], ['g++ a.cc', 'g++'], ['go \\; x', 'go'], ['x() { y', undefined], ['', undefined], ['"my tool"', undefined],
  ])('the program of %j is %s', (line, program) => expect(simpleProgram(line)).toBe(program));

  it('a tail has whole lines, and says which', () => {
    const tail = (text: string, lines: number, bytes: number, cut = false, total_lines = text.split('\n').length - (text.endsWith('\n') ? 1 : 0)) => tailOf(text, { lines, bytes, total_lines, cut });
    expect(tail('a\nb\nc\n', 3, 100)).toEqual({ text: 'a\nb\nc\n', note: '' });
    expect(tail('a\nb\nc\n', 2, 100)).toEqual({ text: 'b\nc\n', note: 'Showing lines 2-3 of 3.' });
    expect(tail('aa\nbb\ncc', 9, 5)).toEqual({ text: 'bb\ncc', note: 'Showing lines 2-3 of 3 (0.0KB limit).' });
    expect(tail('éé\nbb\n', 9, 7)).toEqual({ text: 'bb\n', note: 'Showing lines 2-2 of 2 (0.0KB limit).' });
    expect(tail('éé\nbb\n', 9, 8)).toEqual({ text: 'éé\nbb\n', note: '' });
    expect(tail('x💡💡', 9, 9)).toEqual({ text: 'x💡💡', note: '' });
    expect(tail('x💡💡', 9, 7)).toEqual({ text: '💡', note: 'Showing the last 0.0KB of line 1.' });
    expect(tail('alf\nb\nc\n', 9, 100, true, 50)).toEqual({ text: 'b\nc\n', note: 'Showing lines 49-50 of 50 (0.1KB limit).' });
    expect(tail('', 9, 9)).toEqual({ text: '', note: '' });
  });
});
