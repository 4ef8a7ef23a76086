/**
 * Every change that tools make to files of the project goes through here, whole or not at all: contents are written beside first, so that a
 * full disk is noticed before anything changed, and what was replaced is kept until the last change has succeeded.
 */
import { promises as fs } from 'node:fs';
import * as nodePath from 'node:path';
import { AppError } from '../shared/errors.ts';
import { relativeInside } from '../shared/path.ts';
import { requireFences } from './fences.ts';
import { HOST_FOLDER } from './protocol.ts';
import type { Workspace } from './workspace.ts';

/** What shall be at an absolute path. `mode`: permission bits; without it those of the file that was there are kept. */
export type FileChange = { path: string } & (
  | { content: string | Uint8Array; mode?: number | undefined }
  | { append: string }
  | { link: string }
  | { remove: true }
);

let counter = 0;

/**
 * Deletions come first, and take the folders that are empty without them along; missing folders are created. On any failure everything is as it was.
 * @throws AppError `invalid_arguments` (a folder or a parent that is a file), `blocked` (no permission), `stale_lock` or `internal` (no space left).
 */
export async function changeFiles(workspace: Workspace, changes: readonly FileChange[]): Promise<void> {
  if (changes.length === 0) return;
  await requireFences(workspace, changes.map(({ path }) => path));
  const folder = nodePath.join(workspace.root, HOST_FOLDER, 'tmp');
  const transaction: Transaction = {
    workspace, temporary: () => nodePath.join(folder, `${process.pid}-${counter++}`), alone: changes.length === 1, undo: [], leftovers: [],
  };
  let current = changes[0]!;
  try {
    await fs.mkdir(folder, { recursive: true });
    const staged = new Map<FileChange, string>();
    for (current of changes) if ('content' in current) staged.set(current, await stage(current, current.content, current.mode, transaction));
    for (current of changes) if ('remove' in current) await remove(current.path, transaction);
    for (current of changes) {
      if ('content' in current) await put(staged.get(current)!, current.path, transaction);
      else if ('link' in current) await putLink(current.link, current.path, transaction);
      else if ('append' in current) await append(current.path, current.append, transaction);
    }
  } catch (error) {
    for (const step of transaction.undo.reverse()) await step();
    throw worded(error, relativeInside(workspace.root, current.path) ?? current.path);
  } finally {
    for (const path of transaction.leftovers) await fs.rm(path, { force: true });
  }
}

interface Transaction {
  workspace: Workspace;
  temporary(): string;
  /** One rename is whole by itself. */
  alone: boolean;
  /** Last first. */
  undo: (() => Promise<void>)[];
  leftovers: string[];
}

async function stage(change: FileChange, content: string | Uint8Array, mode: number | undefined, transaction: Transaction): Promise<string> {
  const path = transaction.temporary();
  transaction.leftovers.push(path);
  const kept = mode ?? (await fs.lstat(change.path).then((stat) => (stat.isFile() ? stat.mode & 0o777 : undefined), () => undefined));
  await fs.writeFile(path, content);
  // The mode of `writeFile` is narrowed by the umask.
  if (kept !== undefined) await fs.chmod(path, kept);
  return path;
}

async function put(staged: string, path: string, transaction: Transaction): Promise<void> {
  await makeRoom(path, transaction);
  await fs.rename(staged, path);
  if (!transaction.alone) transaction.undo.push(() => fs.rm(path, { force: true }));
}

/** In place, because a program that has its log open goes on writing into the same file. */
async function append(path: string, text: string, transaction: Transaction): Promise<void> {
  const { size } = await fs.stat(path);
  transaction.undo.push(() => fs.truncate(path, size));
  await fs.appendFile(path, text);
}

async function putLink(target: string, path: string, transaction: Transaction): Promise<void> {
  const staged = transaction.temporary();
  transaction.leftovers.push(staged);
  await fs.symlink(target, staged);
  await put(staged, path, transaction);
}

/** The folder for a file, and a second name for what is replaced: bringing that back takes no space. */
async function makeRoom(path: string, transaction: Transaction): Promise<void> {
  const parent = nodePath.dirname(path);
  const first = await fs.mkdir(parent, { recursive: true });
  if (first !== undefined) {
    transaction.undo.push(async () => {
      for (let folder = parent; ; folder = nodePath.dirname(folder)) {
        await fs.rmdir(folder).catch(() => undefined);
        if (folder === first || folder.length <= first.length) return;
      }
    });
  }
  if (transaction.alone) return;
  const stat = await fs.lstat(path).catch(() => undefined);
  if (stat === undefined || stat.isDirectory()) return;
  const backup = transaction.temporary();
  transaction.leftovers.push(backup);
  if (stat.isSymbolicLink()) await fs.symlink(await fs.readlink(path), backup);
  else await fs.link(path, backup);
  transaction.undo.push(() => fs.rename(backup, path));
}

async function remove(path: string, transaction: Transaction): Promise<void> {
  const backup = transaction.temporary();
  await fs.rename(path, backup);
  transaction.leftovers.push(backup);
  transaction.undo.push(() => fs.rename(backup, path));
  for (let folder = nodePath.dirname(path); folder !== transaction.workspace.root; folder = nodePath.dirname(folder)) {
    const mode = (await fs.stat(folder)).mode & 0o777;
    try {
      await fs.rmdir(folder);
    } catch {
      return;
    }
    transaction.undo.push(() => fs.mkdir(folder, { mode }).then(() => undefined));
  }
}

/** System errors in the words of the tools. */
function worded(error: unknown, name: string): unknown {
  const code = (error as NodeJS.ErrnoException).code;
  if (error instanceof AppError) return error;
  if (code === 'EISDIR') return new AppError('invalid_arguments', `path is a directory: ${name}`, { cause: error });
  if (code === 'ENOTDIR' || code === 'EEXIST') return new AppError('invalid_arguments', `a parent of the path is a file: ${name}`, { cause: error });
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS') return new AppError('blocked', `permission denied: ${name}`, { cause: error });
  if (code === 'ENOSPC' || code === 'EDQUOT') return new AppError('internal', `no space left on device, nothing was changed: ${name}`, { cause: error });
  return error;
}
