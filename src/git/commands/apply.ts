import type { Stats } from 'node:fs';
import * as git from 'isomorphic-git';
import { joinPath, relativeInside } from '../../shared/path.ts';
import { deleteEntry, inPlaceOfFolder, writeEntry } from '../apply-tree.ts';
import type { GitCommand, GitContext } from '../context.ts';
import { GitError } from '../errors.ts';
import { applyHunks, reversed } from '../hunks.ts';
import { updateIndex } from '../index-update.ts';
import { unknownOption } from '../options.ts';
import { parsePatch } from '../patch-file.ts';
import type { PatchedFile } from '../patch-file.ts';
import { findRepository } from '../repository.ts';
import type { Repository } from '../repository.ts';
import { blobId, indexSnapshot, worktreeEntry } from '../snapshot.ts';
import type { SnapshotEntry } from '../snapshot.ts';

interface Options { index: boolean; worktree: boolean; check: boolean; reverse: boolean; strip: number; patches: string[] }

/** What becomes of one file. */
interface Result { from: string | undefined; to: string | undefined; mode: string; content: Uint8Array; oid: string }

export const apply: GitCommand = {
  name: 'apply',
  async run(args, context) {
    const repo = await findRepository(context);
    const options = parse(args);
    const results: Result[] = [];
    const problems: string[] = [];
    for (const patch of options.patches.length === 0 ? ['-'] : options.patches) {
      const files = read(await textOf(patch, context), options.strip);
      if (files.length === 0) throw new GitError('error: No valid patches in input (allow with "--allow-empty")');
      for (const file of files) {
        // All that is wrong is said at once.
        const result = await work(repo, options.reverse ? undone(file) : file, options, results).catch((error: unknown) => {
          if (!(error instanceof GitError) || error.exitCode !== 1) throw error;
          problems.push(error.message);
        });
        if (result) results.push(result);
      }
    }
    if (problems.length > 0) throw new GitError(problems.join('\n'), 1);
    if (!options.check) await write(repo, results, options);
    return 0;
  },
};

function parse(args: readonly string[]): Options {
  const options: Options = { index: false, worktree: true, check: false, reverse: false, strip: 1, patches: [] };
  for (const arg of args) {
    if (arg === '--cached') Object.assign(options, { index: true, worktree: false });
    else if (arg === '--index') options.index = true;
    else if (arg === '--check') options.check = true;
    else if (arg === '-R' || arg === '--reverse') options.reverse = true;
    else if (/^-p\d+$/.test(arg)) options.strip = Number(arg.slice(2));
    else if (arg === '--recount' || arg === '--unidiff-zero' || arg.startsWith('--whitespace=') || arg === '-v' || arg === '--verbose' || arg === '--') continue;
    else if (arg.startsWith('-') && arg !== '-') throw unknownOption(arg);
    else options.patches.push(arg);
  }
  return options;
}

async function textOf(path: string, context: GitContext): Promise<string> {
  const bytes = path === '-' ? await context.readInput?.() : await context.fs.promises.readFile(path.startsWith('/') ? path : `${context.cwd}/${path}`).catch(() => {
    throw new GitError(`error: can't open patch '${path}': No such file or directory`);
  });
  // Each byte as one character: files need not be UTF-8.
  return Buffer.from(bytes ?? new Uint8Array()).toString('latin1');
}

function read(text: string, strip: number): PatchedFile[] {
  try {
    const utf8 = (name: string | undefined): string | undefined => (name === undefined ? undefined : Buffer.from(name, 'latin1').toString('utf8'));
    return parsePatch(text, strip).map((file) => ({ ...file, from: utf8(file.from), to: utf8(file.to) }));
  } catch (error) {
    throw new GitError(`error: ${(error as Error).message}`);
  }
}

function undone(file: PatchedFile): PatchedFile {
  return { ...file, from: file.to, to: file.from, oldMode: file.newMode, newMode: file.oldMode, hunks: file.hunks.map(reversed) };
}

/** @throws GitError where the patch does not fit; nothing has been written then. */
async function work(repo: Repository, file: PatchedFile, { index, worktree }: Options, before: readonly Result[]): Promise<Result> {
  const name = file.from ?? file.to;
  if (name === undefined) throw new GitError('error: No valid patches in input');
  for (const path of [file.from, file.to]) {
    if (path !== undefined && (relativeInside(repo.dir, joinPath(repo.dir, path)) === undefined || path.split('/').includes('.git'))) throw new GitError(`error: invalid path '${path}'`);
  }
  const entryOf = async (path: string): Promise<SnapshotEntry | undefined> => {
    const earlier = before.findLast((result) => result.from === path || result.to === path);
    if (earlier) return earlier.to === path ? { mode: earlier.mode, oid: earlier.oid, read: async () => earlier.content } : undefined;
    return index ? (await indexSnapshot(repo)).get(path) : worktreeEntry(repo, path);
  };
  /** With the index, what lies in the working tree is somebody's work where it is another: none of it may be written over. */
  const inWorktree = (path: string): ReturnType<typeof worktreeEntry> | undefined => (index && worktree && !before.some(({ from, to }) => from === path || to === path) ? worktreeEntry(repo, path) : undefined);
  const old = file.from === undefined ? undefined : await entryOf(file.from);
  if (file.from !== undefined && !old) throw new GitError(`error: ${file.from}: ${index ? 'does not exist in index' : 'No such file or directory'}`, 1);
  const there = file.from === undefined ? undefined : await inWorktree(file.from);
  if (there && (there.oid !== old?.oid || there.mode !== old?.mode)) throw new GitError(`error: ${file.from}: does not match index`, 1);
  if (file.to !== undefined && file.to !== file.from && (await entryOf(file.to))) throw new GitError(`error: ${file.to}: already exists in ${index ? 'index' : 'working directory'}`, 1);
  if (file.to !== undefined && file.to !== file.from && (await inWorktree(file.to))) throw new GitError(`error: ${file.to}: already exists in working directory`, 1);
  const blocking = worktree && file.to !== undefined ? await blockingOf(repo, file.to, before) : undefined;
  if (blocking?.link) throw new GitError(`error: affected file '${file.to}' is beyond a symbolic link`, 1);
  if (file.binary) throw new GitError(`error: cannot apply binary patch to '${name}' without full index line\nerror: ${name}: patch does not apply`, 1);
  const applied = applyHunks(old ? Buffer.from(await old.read()).toString('latin1') : '', file.hunks);
  if ('failedAt' in applied) throw new GitError(`error: patch failed: ${name}:${applied.failedAt}\nerror: ${name}: patch does not apply`, 1);
  const content = Buffer.from(applied.text, 'latin1');
  if (file.to === undefined && content.length > 0) throw new GitError(`error: removal patch leaves file contents\nerror: ${name}: patch does not apply`, 1);
  return { from: file.from, to: file.to, mode: file.newMode ?? old?.mode ?? '100644', content, oid: blobId(content) };
}

/** What stands where a folder around the file has to be, and is not taken away by the patch itself. */
async function blockingOf(repo: Repository, path: string, results: readonly Result[]): ReturnType<typeof inPlaceOfFolder> {
  const blocking = await inPlaceOfFolder(repo, path);
  return blocking && results.some(({ from, to }) => from === blocking.path && to !== blocking.path) ? undefined : blocking;
}

/** Whether all that is in a folder, where one stands in the file's place, is taken away by the patch. */
async function makesWay(repo: Repository, path: string, results: readonly Result[]): Promise<boolean> {
  const stat = await repo.fs.promises.lstat(`${repo.dir}/${path}`).catch(() => undefined);
  if (!stat?.isDirectory()) return true;
  for (const entry of await repo.fs.promises.readdir(`${repo.dir}/${path}`, { withFileTypes: true })) {
    const inside = `${path}/${entry.name}`;
    if (!(entry.isDirectory() ? await makesWay(repo, inside, results) : results.some(({ from, to }) => from === inside && to !== inside))) return false;
  }
  return true;
}

async function write(repo: Repository, results: readonly Result[], { index, worktree }: Options): Promise<void> {
  if (worktree) {
    for (const { to, mode } of results) {
      if (to === undefined) continue;
      if (await blockingOf(repo, to, results)) throw new GitError(`error: unable to write file '${to}' mode ${mode}: Not a directory`);
      if (!(await makesWay(repo, to, results))) throw new GitError(`error: unable to write file '${to}' mode ${mode}: Directory not empty`);
    }
    for (const { from, to, mode, content, oid } of results) {
      if (from !== undefined && from !== to) await deleteEntry(repo, from);
      if (to !== undefined) await writeEntry(repo, to, { mode, oid, read: async () => content });
    }
  }
  if (!index) return;
  await updateIndex(repo, async (draft) => {
    for (const { from, to, mode, content } of results) {
      if (from !== undefined && from !== to) draft.remove(from);
      if (to === undefined) continue;
      const stat: Stats | undefined = worktree ? await repo.fs.promises.lstat(`${repo.dir}/${to}`) : undefined;
      draft.set(to, await git.writeBlob({ ...repo, blob: content }), mode, stat);
    }
  });
}
