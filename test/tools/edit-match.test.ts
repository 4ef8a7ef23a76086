import { describe, expect, it } from 'vitest';
import { applyEdit } from '../../src/host/edit-match.ts';

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
