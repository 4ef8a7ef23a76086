/** Works out what a patch makes of the project, without touching it. Every file has to fit, or nothing is changed. */
import { createHash } from 'node:crypto';
import * as nodePath from 'node:path';
import { AppError } from '../../shared/errors.ts';
import { joinPath } from '../../shared/path.ts';
import { notFound, placeOf } from '../workspace.ts';
import { applyBinary } from './binary.ts';
import { applyHunks } from './apply-hunks.ts';
import { oldLines } from './place-hunk.ts';
import { PatchedTree } from './tree.ts';
import type { PlacedHunk } from './apply-hunks.ts';
import type { Entry } from './tree.ts';
import type { FilePatch } from './types.ts';
import type { Workspace } from '../workspace.ts';

export interface PatchedFile {
  path: string;
  op: 'modify' | 'create' | 'delete' | 'rename' | 'copy' | 'mode';
  from?: string;
  mode?: string;
  hunks: number;
  fuzz: number;
  placed: PlacedHunk[];
  added: number;
  removed: number;
  binary: boolean;
  before: Uint8Array | undefined;
  after: Uint8Array | undefined;
}

/** Files whose problems one error lists. */
const MAX_REPORTED = 10;

const LINK = 0o120000;
const TYPE = 0o170000;

/** A problem of one file, in git's words after `error: `. */
class Refused extends Error {}

/** @throws AppError `patch_failed` with the problems of all files, or `path_escape` for a link that leads outside */
export async function planPatch(workspace: Workspace, files: readonly FilePatch[]): Promise<{ tree: PatchedTree; files: PatchedFile[] }> {
  const leaving = new Set(files.filter((file) => file.oldPath !== undefined && (file.newPath === undefined || file.renames)).map((file) => file.oldPath!));
  const tree = new PatchedTree(workspace, leaving);
  const done: PatchedFile[] = [];
  const problems: string[] = [];
  for (const file of files) {
    try {
      done.push(await planFile(workspace, tree, file));
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      problems.push(error.message);
      if (problems.length === MAX_REPORTED) break;
    }
  }
  if (problems.length > 0) throw new AppError('patch_failed', `patch validation failed: ${problems.join('\n')}\nNothing was changed.`);
  return { tree, files: done };
}

async function planFile(workspace: Workspace, tree: PatchedTree, file: FilePatch): Promise<PatchedFile> {
  const path = (file.newPath ?? file.oldPath)!;
  for (const named of [file.oldPath, file.newPath]) {
    if (named !== undefined && await tree.isBeyondLink(named)) throw new Refused(`error: affected file '${named}' is beyond a symbolic link`);
  }
  const before = await entryBefore(workspace, tree, file);
  const creates = before === undefined;
  const moves = !creates && file.oldPath !== file.newPath && file.newPath !== undefined;
  if ((creates || moves) && !(await tree.isFree(path))) throw new Refused(`error: ${path}: already exists in working directory`);
  const mode = file.newMode ?? (creates ? 0o100644 : undefined);
  if (((mode ?? file.oldMode ?? 0) & TYPE) === 0o160000) throw new Refused(`error: ${path}: submodules cannot be patched`);
  if (before && file.oldMode !== undefined && (file.oldMode & TYPE) !== (before.kind === 'link' ? LINK : 0o100000)) throw new Refused(`error: ${path}: wrong type`);

  const content = newContent(file, before, path);
  const result: PatchedFile = {
    path, op: operationOf(file, before, content.changed), hunks: file.hunks.length, ...content.report, before: before?.bytes, after: undefined,
    ...(moves ? { from: file.oldPath! } : {}), ...(file.newMode === undefined ? {} : { mode: file.newMode.toString(8).padStart(6, '0') }),
  };
  if (file.newPath === undefined) {
    if (content.bytes.length > 0) throw new Refused(`error: removal patch leaves file contents\nerror: ${path}: patch does not apply`);
    tree.remove(path);
    return result;
  }
  const after = entryAfter(workspace, path, content.bytes, mode, before);
  if (file.renames && moves) tree.leave(file.oldPath!);
  tree.write(path, after);
  return { ...result, after: content.bytes };
}

async function entryBefore(workspace: Workspace, tree: PatchedTree, file: FilePatch): Promise<Entry | undefined> {
  if (file.oldPath === undefined) return undefined;
  // Renames and copies do not depend on the order of the files in the patch.
  const entry = await (file.renames || file.copies ? tree.original(file.oldPath) : tree.current(file.oldPath));
  if (entry === 'folder') throw new Refused(`error: ${file.oldPath}: wrong type`);
  if (entry === undefined) {
    // Not where git made the patch: it says so when a file is new.
    const startsEmpty = file.newPath !== undefined && file.oldId === undefined && !file.renames && !file.copies && file.hunks.length > 0 && file.hunks.every((hunk) => oldLines(hunk).length === 0);
    if (startsEmpty) return undefined;
    const { message } = await notFound(workspace, file.oldPath);
    const hint = message.split(/ (?=Did you mean)/)[1];
    throw new Refused(`error: ${file.oldPath}: No such file or directory${hint === undefined ? '' : `. ${hint}`}`);
  }
  return entry;
}

interface NewContent {
  bytes: Uint8Array;
  changed: boolean;
  report: Pick<PatchedFile, 'fuzz' | 'placed' | 'added' | 'removed' | 'binary'>;
}

function newContent(file: FilePatch, before: Entry | undefined, path: string): NewContent {
  const old = before?.bytes ?? new Uint8Array();
  const report = { fuzz: 0, placed: [], added: 0, removed: 0, binary: false };
  if (file.binaryWithoutData) throw new Refused(`error: cannot apply binary patch to '${path}' without full index line\nerror: ${path}: patch does not apply`);
  if (file.binary) return { bytes: binaryContent(file, old, path), changed: true, report: { ...report, binary: true } };
  if (file.hunks.length === 0) return { bytes: old, changed: false, report };
  if (!before && file.hunks.some((hunk) => oldLines(hunk).length > 0)) throw new Refused(`error: new file ${path} depends on old contents`);
  const outcome = applyHunks(Buffer.from(old.buffer, old.byteOffset, old.byteLength).toString('latin1'), file.hunks, file.oldId !== undefined);
  if (outcome.failed.length > 0) {
    const lines = outcome.failed.map(({ hunk, line, reason }) => `error: patch failed: ${path}:${line}\nHunk #${hunk} does not fit: ${reason}`);
    throw new Refused(`${lines.join('\n')}\nerror: ${path}: patch does not apply`);
  }
  const { text, placed, added, removed } = outcome;
  return { bytes: Buffer.from(text, 'latin1'), changed: true, report: { ...report, placed, added, removed, fuzz: Math.max(0, ...placed.map((one) => one.fuzz)) } };
}

function binaryContent(file: FilePatch, old: Uint8Array, path: string): Uint8Array {
  const full = (id: string | undefined): boolean => id?.length === 40;
  if (!full(file.oldId) || !full(file.newId)) throw new Refused(`error: cannot apply binary patch to '${path}' without full index line\nerror: ${path}: patch does not apply`);
  if (file.oldPath !== undefined && objectId(old) !== file.oldId) {
    throw new Refused(`error: the patch applies to '${path}' (${file.oldId}), which does not match the current contents.\nerror: ${path}: patch does not apply`);
  }
  if (/^0+$/.test(file.newId!)) return new Uint8Array();
  const bytes = applyBinary(file.binary!, old, path);
  if (objectId(bytes) !== file.newId) throw new Refused(`error: binary patch to '${path}' creates incorrect result (expecting ${file.newId}, got ${objectId(bytes)})`);
  return bytes;
}

/** Git's name for a content. */
function objectId(bytes: Uint8Array): string {
  return createHash('sha1').update(`blob ${bytes.length}\0`).update(bytes).digest('hex');
}

function entryAfter(workspace: Workspace, path: string, bytes: Uint8Array, mode: number | undefined, before: Entry | undefined): Entry {
  const isLink = mode === undefined ? before?.kind === 'link' : (mode & TYPE) === LINK;
  if (!isLink) return { kind: 'file', bytes, mode: mode === undefined ? before?.mode : (mode & 0o100 ? 0o755 : 0o644) };
  const target = Buffer.from(bytes).toString('utf8');
  // A link may lead where its text leads, and nowhere out of the project.
  placeOf(workspace, target.startsWith('/') ? target : joinPath(nodePath.posix.dirname(path), target));
  return { kind: 'link', bytes, mode: undefined };
}

function operationOf(file: FilePatch, before: Entry | undefined, changed: boolean): PatchedFile['op'] {
  if (!before) return 'create';
  if (file.newPath === undefined) return 'delete';
  if (file.copies) return 'copy';
  if (file.renames || file.oldPath !== file.newPath) return 'rename';
  return !changed && file.newMode !== undefined ? 'mode' : 'modify';
}
