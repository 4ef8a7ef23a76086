/** Brings files of a commit or of the index into the working tree. */
import * as nodePath from 'node:path';
import type { Repository } from './repository.ts';
import type { SnapshotEntry } from './snapshot.ts';

/** Writes one file with its mode; whatever stood there goes first, because a link must not be written through. */
export async function writeEntry(repo: Repository, path: string, entry: SnapshotEntry): Promise<void> {
  const fs = repo.fs.promises;
  const full = `${repo.dir}/${path}`;
  await fs.mkdir(nodePath.posix.dirname(full), { recursive: true });
  await fs.rm(full, { force: true, recursive: true });
  const bytes = await entry.read();
  if (entry.mode === '120000') return fs.symlink(new TextDecoder().decode(bytes), full);
  const mode = entry.mode === '100755' ? 0o755 : 0o644;
  await fs.writeFile(full, bytes, { mode });
  await fs.chmod(full, mode);
}

/** Deletes one file, and the folders that are empty without it. */
export async function deleteEntry(repo: Repository, path: string): Promise<void> {
  const fs = repo.fs.promises;
  await fs.rm(`${repo.dir}/${path}`, { force: true });
  for (let folder = nodePath.posix.dirname(path); folder !== '.'; folder = nodePath.posix.dirname(folder)) {
    try {
      await fs.rmdir(`${repo.dir}/${folder}`);
    } catch {
      return;
    }
  }
}
