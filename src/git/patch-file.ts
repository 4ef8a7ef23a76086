/** A patch in git's form, file by file. */
import { parseHunks } from './hunks.ts';
import type { Hunk } from './hunks.ts';

export interface PatchedFile {
  /** Undefined for a file that the patch creates; `to` for one that it deletes. */
  from: string | undefined;
  to: string | undefined;
  oldMode: string | undefined;
  newMode: string | undefined;
  binary: boolean;
  hunks: Hunk[];
}

/** @param text the patch with each byte as one character, because files need not be UTF-8; so are the names. @param strip how many leading parts of the names are left out (`-p`). @throws SyntaxError for hunks that are damaged. */
export function parsePatch(text: string, strip = 1): PatchedFile[] {
  const starts = sectionStarts(text);
  return starts.map((start, at) => parseSection(text.slice(start, starts[at + 1] ?? text.length), strip));
}

/** Where each file's part begins: `diff --git`, or `--- ` followed by `+++ ` in a patch without such lines. */
function sectionStarts(text: string): number[] {
  const withGit = [...text.matchAll(/^diff --git /gm)].map((found) => found.index);
  return withGit.length > 0 ? withGit : [...text.matchAll(/^--- .*\n\+\+\+ .*\n(?=@@ )/gm)].map((found) => found.index);
}

function parseSection(section: string, strip: number): PatchedFile {
  const firstHunk = section.search(/^@@ /m);
  const head = firstHunk < 0 ? section : section.slice(0, firstHunk);
  const line = (pattern: RegExp): string | undefined => pattern.exec(head)?.[1];
  const name = (text: string | undefined, cut: number): string | undefined => {
    if (text === undefined) return undefined;
    const plain = unquoted(text.replace(/\t.*$/, ''));
    return plain === '/dev/null' ? undefined : plain.split('/').slice(cut).join('/');
  };
  const git = /^diff --git (?:"((?:[^"\\]|\\.)*)"|a\/(.*?)) (?:"((?:[^"\\]|\\.)*)"|b\/(.*))$/m.exec(head);
  const named = git && { from: git[1] === undefined ? git[2]! : unquoted(`"${git[1]}"`).slice(2), to: git[3] === undefined ? git[4]! : unquoted(`"${git[3]}"`).slice(2) };
  const created = line(/^new file mode (\d+)$/m);
  const deleted = line(/^deleted file mode (\d+)$/m);
  const minus = line(/^--- (.*)$/m);
  const plus = line(/^\+\+\+ (.*)$/m);
  return {
    from: created !== undefined ? undefined : name(line(/^rename from (.*)$/m), 0) ?? (minus === undefined ? named?.from : name(minus, strip)),
    to: deleted !== undefined ? undefined : name(line(/^rename to (.*)$/m), 0) ?? (plus === undefined ? named?.to : name(plus, strip)),
    oldMode: line(/^old mode (\d+)$/m) ?? deleted, newMode: line(/^new mode (\d+)$/m) ?? created,
    binary: /^(?:GIT binary patch|Binary files .* differ)$/m.test(head),
    hunks: firstHunk < 0 ? [] : parseHunks(section.slice(firstHunk)),
  };
}

const escapes: Record<string, number> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13, '"': 34, '\\': 92 };

/** The name in quotes with its octal bytes, or as it is. */
function unquoted(text: string): string {
  if (!text.startsWith('"')) return text;
  return text.slice(1, -1).replace(/\\([0-7]{3}|.)/g, (_whole, escape: string) => String.fromCharCode(escape.length === 3 ? Number.parseInt(escape, 8) : escapes[escape] ?? 92));
}
