/** The text of a patch, git's or a traditional one, as what it does to each file. Whatever stands around the patches is skipped. */
import { AppError } from '../../shared/errors.ts';
import { parseBinary } from './binary.ts';
import { bare, linesOf } from './lines.ts';
import { asPath, gitHeaderNames, nameOn, stripped } from './names.ts';
import { corrupt, isHunkHeader, parseHunk, startsFile } from './parse-hunk.ts';
import type { FilePatch } from './types.ts';

const NO_FILES = 'invalid patch format: no files found in patch';

/** @param patch one character per byte @throws AppError `invalid_arguments` without any file, `patch_failed` where it is damaged */
export function parsePatch(patch: string): FilePatch[] {
  const lines = linesOf(patch);
  const files: FilePatch[] = [];
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!;
    if (startsFile(lines, at) || isHeaderPair(lines, at)) {
      const { file, next } = line.startsWith('diff --git ') ? parseGitFile(lines, at) : parseTraditional(lines, at);
      if (file) files.push(file);
      at = next;
    } else if (/^@@ -\d/.test(line)) {
      throw new AppError('patch_failed', `patch validation failed: error: patch fragment without header at line ${at + 1}: ${bare(line)}`);
    } else {
      at++;
    }
  }
  if (files.length > 0) return files;
  // Another system's form, which models have been taught too.
  const other = lines.some((line) => /^\*\*\* (?:Begin Patch|(?:Update|Add|Delete) File:)/.test(line));
  throw new AppError('invalid_arguments', other ? `${NO_FILES} (a unified diff is needed, with lines of "--- a/file" and "+++ b/file", not "*** Begin Patch")` : NO_FILES);
}

/** Between files `---` and `+++` need no hunk after them: a wrong one is better reported than skipped. */
function isHeaderPair(lines: readonly string[], at: number): boolean {
  return lines[at]!.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true;
}

function emptyPatch(at: number): FilePatch {
  return {
    patchLine: at + 1, oldPath: undefined, newPath: undefined, explicit: false, renames: false, copies: false, oldMode: undefined, newMode: undefined,
    oldId: undefined, newId: undefined, hunks: [], binary: undefined, binaryWithoutData: false,
  };
}

interface Parsed {
  file: FilePatch | undefined;
  next: number;
}

function parseTraditional(lines: readonly string[], at: number): Parsed {
  const file = emptyPatch(at);
  const next = parseBody(lines, at, file, undefined);
  return { file: file.hunks.length > 0 ? file : undefined, next };
}

/** What the lines between `diff --git` and the content say. */
interface Headers {
  names: [string, string] | undefined;
  created: boolean;
  deleted: boolean;
  from: string | undefined;
  to: string | undefined;
}

function parseGitFile(lines: readonly string[], start: number): Parsed {
  const file = emptyPatch(start);
  file.explicit = true;
  const headers: Headers = { names: gitHeaderNames(bare(lines[start]!).slice('diff --git '.length)), created: false, deleted: false, from: undefined, to: undefined };
  let at = start + 1;
  while (at < lines.length && readHeader(bare(lines[at]!), file, headers)) at++;
  if (headers.from !== undefined && headers.to !== undefined) {
    file.oldPath = asPath(headers.from);
    file.newPath = asPath(headers.to);
  } else if (headers.names) {
    const [left, right] = stripped(headers.names[0], headers.names[1], undefined);
    file.oldPath = headers.created ? undefined : asPath(left!);
    file.newPath = headers.deleted ? undefined : asPath(right!);
  }
  const next = parseContent(lines, at, file, headers);
  if (file.oldPath === undefined && file.newPath === undefined) throw corrupt(start + 1, 'git diff header lacks filename information');
  if (file.oldPath !== undefined && file.newPath !== undefined && file.oldPath !== file.newPath && !file.renames && !file.copies) {
    throw corrupt(start + 1, `the names ${file.oldPath} and ${file.newPath} differ; a rename has the lines "rename from" and "rename to"`);
  }
  const says = file.hunks.length > 0 || file.binary !== undefined || file.binaryWithoutData || file.renames || file.copies || headers.created || headers.deleted || file.newMode !== undefined;
  return { file: says ? file : undefined, next };
}

/** @returns false where the headers end */
function readHeader(line: string, file: FilePatch, headers: Headers): boolean {
  const match = /^(old mode|new mode|deleted file mode|new file mode|rename from|rename to|rename old|rename new|copy from|copy to|similarity index|dissimilarity index|index) (.*)$/.exec(line);
  if (!match) return false;
  const [, key, value] = match as unknown as [string, string, string];
  const mode = (): number => Number.parseInt(value, 8);
  if (key === 'old mode') file.oldMode = mode();
  else if (key === 'new mode') file.newMode = mode();
  else if (key === 'deleted file mode') {
    headers.deleted = true;
    file.oldMode = mode();
  } else if (key === 'new file mode') {
    headers.created = true;
    file.newMode = mode();
  } else if (key === 'rename from' || key === 'rename old' || key === 'copy from') headers.from = nameOn(value);
  else if (key === 'rename to' || key === 'rename new' || key === 'copy to') headers.to = nameOn(value);
  else if (key === 'index') {
    const ids = /^([0-9a-f]+)\.\.([0-9a-f]+)(?: (\d+))?$/.exec(value);
    file.oldId = ids?.[1];
    file.newId = ids?.[2];
    if (ids?.[3] !== undefined) file.oldMode ??= Number.parseInt(ids[3], 8);
  }
  if (key!.startsWith('rename')) file.renames = true;
  if (key!.startsWith('copy')) file.copies = true;
  return true;
}

function parseContent(lines: readonly string[], at: number, file: FilePatch, headers: Headers): number {
  const line = lines[at];
  if (line === undefined) return at;
  if (isHeaderPair(lines, at)) return parseBody(lines, at, file, headers);
  if (/^Binary files .* differ\r?\n?$/.test(line)) {
    file.binaryWithoutData = true;
    return at + 1;
  }
  if (bare(line) !== 'GIT binary patch') return at;
  const forward = parseBinary(lines, at + 1);
  if (!forward) throw corrupt(at + 2, 'unrecognized binary patch');
  file.binary = forward.data;
  return parseBinary(lines, forward.next)?.next ?? forward.next;
}

/** `---`, `+++` and the hunks. */
function parseBody(lines: readonly string[], at: number, file: FilePatch, headers: Headers | undefined): number {
  const names = [lines[at]!, lines[at + 1]!].map((line) => nameOn(bare(line).slice(4)));
  const given = names.map((name) => (name === '/dev/null' ? undefined : name));
  if (given[0] === undefined && given[1] === undefined) throw corrupt(at + 1, 'both names are /dev/null');
  const [oldName, newName] = stripped(given[0], given[1], headers?.names);
  if (oldName === '' || newName === '') throw corrupt(at + 1, 'a file has no name');
  if (headers?.from === undefined || headers.to === undefined) {
    file.oldPath = headers?.created || oldName === undefined ? undefined : asPath(oldName);
    file.newPath = headers?.deleted || newName === undefined ? undefined : asPath(newName);
    if (given[0] === undefined || given[1] === undefined) file.explicit = true;
    else if (!headers && file.oldPath !== file.newPath) file.oldPath = file.newPath = betterOf(file.oldPath!, file.newPath!);
  }
  // A patch that passed through a system with other line endings.
  const strip = lines[at + 1]!.endsWith('\r\n');
  let next = at + 2;
  while (isHunkHeader(lines[next])) {
    const parsed = parseHunk(lines, next, strip);
    file.hunks.push(parsed.hunk);
    next = parsed.next;
    // Between hunks models leave lines empty.
    let after = next;
    while (after < lines.length && bare(lines[after]!) === '') after++;
    if (isHunkHeader(lines[after])) next = after;
  }
  return next;
}

/** `diff old/x new/x`, `x.orig` against `x`: the patched file is the one with the shorter name, as in patch. */
function betterOf(left: string, right: string): string {
  return left.length < right.length ? left : right;
}
