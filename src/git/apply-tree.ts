/** Brings files of a commit or of the index into the working tree. */
import * as nodePath from 'node:path';
import { foldersOf } from './index-update.ts';
import type { Repository } from './repository.ts';
import type { SnapshotEntry } from './snapshot.ts';

/** Writes one file with its mode; whatever stood there, or where a folder around it has to be, goes first, because a link must not be written through. */
export async function writeEntry(repo: Repository, path: string, entry: SnapshotEntry): Promise<void> {
  const fs = repo.fs.promises;
  const full = `${repo.dir}/${path}`;
  for (const folder of foldersOf(path)) {
    const found = await isFolder(repo, folder);
    if (found) continue;
    if (found === false) await fs.rm(`${repo.dir}/${folder}`, { force: true });
    await fs.mkdir(`${repo.dir}/${folder}`, { recursive: true });
  }
  // A repository within this one: all that a commit brings of it is the folder, and what is in there is its own.
  if (entry.mode === '160000') {
    if (await isFolder(repo, path)) return;
    await fs.rm(full, { force: true });
    await fs.mkdir(full);
    return;
  }
  await fs.rm(full, { force: true, recursive: true });
  if (repo.folders?.has(path)) repo.folders.clear();
  const bytes = await entry.read();
  if (entry.mode === '120000') return fs.symlink(new TextDecoder().decode(bytes), full);
  const mode = entry.mode === '100755' ? 0o755 : 0o644;
  await fs.writeFile(full, bytes, { mode });
  await fs.chmod(full, mode);
}

/** A file or a link that `writeEntry` would take away to make a folder around the path. Where it may be somebody's, ask before. */
export async function inPlaceOfFolder(repo: Repository, path: string): Promise<{ path: string; link: boolean } | undefined> {
  for (const folder of foldersOf(path)) {
    const stat = await repo.fs.promises.lstat(`${repo.dir}/${folder}`).catch(() => undefined);
    if (!stat) return undefined;
    if (!stat.isDirectory()) return { path: folder, link: stat.isSymbolicLink() };
  }
  return undefined;
}

/** Whether a folder, and no link to one, is there; undefined when nothing is. */
async function isFolder(repo: Repository, folder: string): Promise<boolean | undefined> {
  const known = (repo.folders ??= new Set());
  if (known.has(folder)) return true;
  const found = await repo.fs.promises.lstat(`${repo.dir}/${folder}`).then((stat) => stat.isDirectory(), () => undefined);
  if (found) known.add(folder);
  return found;
}

/** Deletes one file, and the folders that are empty without it. What lies behind a link to a folder is none of the repository's. */
export async function deleteEntry(repo: Repository, path: string): Promise<void> {
  const fs = repo.fs.promises;
  for (const folder of foldersOf(path)) if (!(await isFolder(repo, folder))) return;
  // Neither is a folder that has taken the file's place.
  await fs.rm(`${repo.dir}/${path}`, { force: true }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_FS_EISDIR') throw error;
  });
  for (let folder = nodePath.posix.dirname(path); folder !== '.'; folder = nodePath.posix.dirname(folder)) {
    try {
      await fs.rmdir(`${repo.dir}/${folder}`);
      repo.folders?.delete(folder);
    } catch {
      return;
    }
  }
}
