/** The real names of files in what git prints: without its quotes and octal bytes, and whole where they hold blanks. */

export interface StatusEntry {
  /** Git's two letters. */
  code: string;
  path: string;
  /** The name before, of one that was renamed or copied. */
  from?: string;
}

/** A line of `git status --porcelain` or `-s`. */
export function statusEntry(line: string): StatusEntry {
  const code = line.slice(0, 2);
  const first = nameAt(line.slice(3), ' -> ');
  if (!/[RC]/.test(code) || first.rest === '') return { code, path: unquoted(line.slice(3)) };
  return { code, path: unquoted(first.rest.slice(' -> '.length)), from: first.name };
}

/** The files that a patch of `git diff` is about, by the names that they have after it; one that was deleted by the name that it had. */
export function patchedFiles(patch: string): string[] {
  const files: string[] = [];
  const lines = patch.split('\n');
  for (const [at, line] of lines.entries()) {
    // A line of a file's text begins with a blank or a sign, so a header cannot be one.
    const combined = /^diff --(?:cc|combined) (.*)$/.exec(line)?.[1];
    if (combined !== undefined) files.push(unquoted(combined));
    const both = /^diff --git (.*)$/.exec(line)?.[1];
    if (both !== undefined) files.push(renamedTo(lines, at + 1) ?? secondName(both));
  }
  return files;
}

function renamedTo(lines: readonly string[], from: number): string | undefined {
  for (let at = from; at < lines.length && /^(?:old mode|new mode|similarity|dissimilarity|rename|copy) /.test(lines[at]!); at++) {
    const name = /^(?:rename|copy) to (.*)$/.exec(lines[at]!)?.[1];
    if (name !== undefined) return unquoted(name);
  }
  return undefined;
}

/** Of `a/NAME b/NAME`, which is the same name twice: blanks in it need no quotes. */
function secondName(both: string): string {
  return (both.startsWith('"') ? unquoted(nameAt(both, ' ').rest.slice(1)) : both.slice((both.length + 1) / 2)).slice('b/'.length);
}

/** The name that a text begins with, up to the separator, and what follows from there. */
function nameAt(text: string, separator: string): { name: string; rest: string } {
  const end = text.startsWith('"') ? /^"(?:[^"\\]|\\.)*"/.exec(text)?.[0].length ?? text.length : text.indexOf(separator);
  return end < 0 ? { name: text, rest: '' } : { name: unquoted(text.slice(0, end)), rest: text.slice(end) };
}

const named: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

function unquoted(text: string): string {
  if (!/^".*"$/.test(text)) return text;
  const bytes: number[] = [];
  for (const [piece, escaped] of text.slice(1, -1).matchAll(/\\([0-7]{3}|.)|[^\\]+/g)) {
    if (escaped === undefined) bytes.push(...new TextEncoder().encode(piece));
    else bytes.push(escaped.length === 3 ? Number.parseInt(escaped, 8) : named[escaped] ?? escaped.charCodeAt(0));
  }
  return new TextDecoder().decode(Uint8Array.from(bytes));
}
