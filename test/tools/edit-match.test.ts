import { describe, expect, it } from 'vitest';
import { chooseSplit } from '../../src/host/edit-content.ts';
import { applyEdit } from '../../src/host/edit-match.ts';
import { random, SEED, SOAK } from '../support/sample.ts';

const edit = (text: string, old_string: string, new_string: string, replace_all = false) => applyEdit(text, { path: 'f', old_string, new_string, replace_all });

describe('an edit', () => {
  it('replaces the one exact hit', () => {
    expect(edit('a\nb\nc\n', 'b', 'B')).toEqual({ text: 'a\nB\nc\n', strategy: 'exact', occurrences: 1 });
  });

  it('is refused with the line numbers when there are several hits', () => {
    expect(() => edit('x\ny\nx\n', 'x', 'z')).toThrow(/^Edit failed: old_string found 2 times in file\. f, at lines 1, 3\. /);
    expect(edit('x\ny\nx\n', 'x', 'z', true)).toEqual({ text: 'z\ny\nz\n', strategy: 'exact', occurrences: 2 });
  });

  it('keeps CRLF, and leaves every other line as it is', () => {
    expect(edit('a\r\nb\r\nc\nd\r\n', 'a\nb', 'a\nB\nx')).toEqual({ text: 'a\r\nB\r\nx\r\nc\nd\r\n', strategy: 'line_endings', occurrences: 1 });
    expect(edit('a\r\nb\r\n', 'b\n', 'B\n').text).toBe('a\r\nB\r\n');
    expect(edit('a\r\nb\r\nc\r\n', '\nb\n', '\nB\n').text).toBe('a\r\nB\r\nc\r\n');
  });

  it('finds text whose lines have trailing spaces in the file', () => {
    expect(edit('a  \nb\t\nc\n', 'a\nb\n', 'A\nB\n')).toEqual({ text: 'A\nB\nc\n', strategy: 'trailing_space', occurrences: 1 });
  });

  it('finds text that is indented otherwise, and indents the new text alike', () => {
    expect(edit('if (x) {\n    go();\n    stop();\n}\n', '  go();\n  stop();', '  go();\n\n  wait();')).toEqual({ text: 'if (x) {\n    go();\n\n    wait();\n}\n', strategy: 'indentation', occurrences: 1 });
    expect(edit('\tgo();\n', 'go();', 'stay();').strategy).toBe('exact');
  });

  it('never replaces by similarity', () => {
    expect(() => edit('function f() {\n  one();\n}\n', 'function f() {\n  two();\n}', 'x')).toThrow(/^Edit failed: old_string not found in file\. f: tried .+ Its first line is at line 1, but what follows differs\. /);
  });

  it('that changes nothing is refused', () => {
    expect(() => edit('a', 'a', 'a')).toThrow('old_string and new_string are the same. No changes to make.');
  });

  it('takes dollar signs in the new text literally', () => {
    expect(edit('price', 'price', '$& $1 $$').text).toBe('$& $1 $$');
  });
});

describe('an edit of special text', () => {
  it('keeps the byte order mark, whether the edit names it or not', () => {
    expect(edit('\ufeffa\nb\n', '\ufeffa\n', 'x\n').text).toBe('\ufeffx\nb\n');
    expect(edit('\ufeffa\nb\n', 'a\nb', 'x').text).toBe('\ufeffx\n');
    expect(edit('\ufeff  go();\n', 'go(); ', 'stay();').strategy).toBe('indentation');
    expect(edit('\ufeff  go();\n', '  go(); \n', '  stay();\n').text).toBe('\ufeff  stay();\n');
  });

  it('takes whole line breaks of CRLF files', () => {
    expect(edit('a\r\nb\r\n', '\nb', '\nB').text).toBe('a\r\nB\r\n');
    expect(edit('a\r\nb\r\n', '\nb', '').text).toBe('a\r\n');
    expect(edit('a\r\nb\r\nc\r\n', 'a\nb\n', '').text).toBe('c\r\n');
    expect(edit('a\r\nb\r\n', 'b', 'x\ny').text).toBe('a\r\nx\r\ny\r\n');
    expect(edit('a\nb\n', 'b', 'x\r\ny').text).toBe('a\nx\ny\n');
  });

  it('does not take a no-break space for a blank', () => {
    expect(() => edit('a\u00a0\nb\n', 'a\nb', 'x')).toThrow(/not found/);
  });

  it('has to be uniformly indented', () => {
    expect(() => edit('  a\n    b\n', 'a\nb', 'x')).toThrow(/not found/);
    expect(() => edit('\ta\n', '  a\n', '  b\n')).toThrow(/not found/);
    expect(() => edit('  a\n  b\n\n    a\n    b\n', 'a\nb\n', 'c\n')).toThrow(/found 2 times/);
  });

  it('names at most twenty lines', () => {
    expect(() => edit('x\n'.repeat(25), 'x', 'y')).toThrow(/^Edit failed: old_string found 25 times in file\. f, at lines 1, 2, .*, 20 and 5 more\. /);
  });

  it('of ten megabytes with a hundred thousand hits takes no longer than a moment', () => {
    const text = 'some line of a file with words\r\n'.repeat(330_000);
    const begun = performance.now();
    expect(edit(text, 'words\n', 'letters\n', true).occurrences).toBe(330_000);
    // Quadratic work would take minutes.
    expect(performance.now() - begun).toBeLessThan(20_000);
  });
});

describe('random edits against a plain model', () => {
  const count = SOAK ? 50_000 : 2_000;

  it(`replace what occurs once, refuse what does not, and touch nothing else (${count} edits, seed ${SEED}) [S5.edit_file]`, () => {
    const next = random();
    const pick = (max: number): number => Math.floor(next() * max);
    const words = ['a', 'b', 'ab', '', '{', '}', '  x', 'é', '💡', '$&', 'line'];
    let unique = 0;
    for (let round = 0; round < count; round++) {
      const lines = Array.from({ length: pick(12) + 1 }, () => words[pick(words.length)]! + (next() < 0.4 ? pick(30) : ''));
      const text = lines.join('\n') + (next() < 0.8 ? '\n' : '');
      const from = pick(text.length);
      const old = next() < 0.9 ? text.slice(from, from + 1 + pick(14)) : words[pick(words.length)]! + pick(30);
      const put = Array.from({ length: pick(3) }, () => words[pick(words.length)]!).join('\n');
      if (old === '' || old === put) continue;
      const hits = text.split(old).length - 1;
      const dos = (value: string): string => value.replaceAll('\n', '\r\n');
      const why = JSON.stringify({ text, old, put });
      // In a file of CRLF lines the same edit means the same change. A file of one line has no endings to take.
      if (hits > 1) {
        expect(() => edit(text, old, put), why).toThrow(`found ${hits} times`);
        expect(edit(text, old, put, true).text, why).toBe(text.split(old).join(put));
        if (text.includes('\n')) expect(edit(dos(text), old, put, true).text, why).toBe(dos(text.split(old).join(put)));
      } else if (hits === 1) {
        unique++;
        expect(edit(text, old, put), why).toEqual({ text: text.split(old).join(put), strategy: 'exact', occurrences: 1 });
        if (text.includes('\n')) expect(edit(dos(text), old, put).text, why).toBe(dos(text.split(old).join(put)));
      } else {
        let found: ReturnType<typeof edit> | undefined;
        try {
          found = edit(text, old, put);
        } catch (error) {
          expect((error as Error).message, why).toMatch(/not found|found \d+ times|changes nothing/);
        }
        if (found) expect(['trailing_space', 'indentation'], why).toContain(found.strategy);
      }
    }
    expect(unique).toBeGreaterThan(count / 5);
  });
});

describe('<old>…</old><new>…</new>', () => {
  it('is read in the one way that fits the file', () => {
    expect(chooseSplit('<old>a</old><new>b</new>', '')).toEqual({ old_string: 'a', new_string: 'b' });
    expect(chooseSplit('\n<old>a\n</old>\n<new></new>\n', '')).toEqual({ old_string: 'a\n', new_string: '' });
    expect(chooseSplit('<old><old>x</old></old><new><new>y</new></new>', '')).toEqual({ old_string: '<old>x</old>', new_string: '<new>y</new>' });
    const nested = '<old>a</old><new>b</old><new>c</new>';
    expect(chooseSplit(nested, 'text a')).toEqual({ old_string: 'a', new_string: 'b</old><new>c' });
    expect(chooseSplit(nested, 'A</old><new>b'.toLowerCase().slice(1))).toEqual({ old_string: 'a', new_string: 'b</old><new>c' });
    expect(() => chooseSplit(nested, 'a</old><new>b')).toThrow('content can be read in more than one way');
    expect(() => chooseSplit('a', '')).toThrow('content must be in format: <old>old_string</old><new>new_string</new>');
    expect(() => chooseSplit('<old></old><new>x</new>', '')).toThrow('(old_string is empty)');
  });
});
