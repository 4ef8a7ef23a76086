/** Files and folders that a person chooses or drops, written into the sandbox. */
import type { FileSystemAPI } from '@webcontainer/api';
import { dirname, joinPath } from '../../shared/path.ts';

export interface Upload { path: string; file: File }

/** Files of a file picker; those of a chosen folder keep their place in it. */
export function uploadsOfInput(files: FileList): Upload[] {
  return [...files].map((file) => ({ path: file.webkitRelativePath || file.name, file }));
}

/** Everything that was dropped, folders included. Must be called before the event handler returns: the browser empties the list then. */
export async function uploadsOfDrop(data: DataTransfer): Promise<Upload[]> {
  const entries = [...data.items].map((item) => item.webkitGetAsEntry()).filter((entry) => entry !== null);
  const found: Upload[] = [];
  for (const entry of entries) await collect(entry, '', found);
  return found;
}

/** Writes the uploads below `folder`. @returns the paths written. */
export async function writeUploads(fs: FileSystemAPI, folder: string, uploads: readonly Upload[]): Promise<string[]> {
  const written: string[] = [];
  for (const { path, file } of uploads) {
    const target = joinPath(folder, path);
    if (dirname(target) !== '.') await fs.mkdir(dirname(target), { recursive: true });
    await fs.writeFile(target, new Uint8Array(await file.arrayBuffer()));
    written.push(target);
  }
  return written;
}

async function collect(entry: FileSystemEntry, prefix: string, found: Upload[]): Promise<void> {
  const path = prefix === '' ? entry.name : `${prefix}/${entry.name}`;
  if (entry.isFile) {
    const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
    found.push({ path, file });
    return;
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  // One call returns at most 100 entries; an empty answer means the end.
  for (;;) {
    const batch = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (batch.length === 0) return;
    for (const child of batch) await collect(child, path, found);
  }
}
