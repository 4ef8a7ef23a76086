/** Gives a file, or a folder as a zip, to the person's computer. */
import type { FileSystemAPI } from '@webcontainer/api';
import { basename } from '../../shared/path.ts';

/** Names that are left out of a zip of the project: helpers of ours and what an install brings back. */
const LEFT_OUT = new Set(['.tabloom', 'node_modules']);

/** Offers one file for download. */
export async function downloadFile(fs: FileSystemAPI, path: string): Promise<void> {
  offer(await fs.readFile(path), basename(path), 'application/octet-stream');
}

/** Offers a folder, `.git` included, as a zip named after it. */
export async function downloadFolder(fs: FileSystemAPI, path: string, name = basename(path)): Promise<void> {
  offer(await zipFolder(fs, path), `${name}.zip`, 'application/zip');
}

/** The folder's files as a zip; paths inside begin below the folder. */
export async function zipFolder(fs: FileSystemAPI, path: string): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  // Without a prototype: a file may be called __proto__.
  const files = Object.create(null) as Record<string, Uint8Array>;
  await gather(fs, path === '' ? '.' : path, '', files);
  return zipSync(files);
}

/**
 * A name as it may stand in a zip. Programs that unpack on Windows take backslashes for folders, and `..\\..\\x`, which is an ordinary
 * file's name in the sandbox, would leave the folder that a person unpacks into; a colon would name a drive or a hidden stream.
 */
export function zipName(name: string): string {
  return name.replace(/[\\:]/g, '_');
}

/** Two names of the sandbox may be one in a zip. */
function freeName(files: Record<string, Uint8Array>, name: string): string {
  return name in files ? freeName(files, `${name}_`) : name;
}

async function gather(fs: FileSystemAPI, folder: string, prefix: string, files: Record<string, Uint8Array>): Promise<void> {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  // A zip has no folders of its own; an entry that ends in a slash keeps the empty ones.
  if (entries.length === 0 && prefix !== '') files[prefix] = new Uint8Array();
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) await gather(fs, `${folder}/${entry.name}`, `${prefix}${zipName(entry.name)}/`, files);
    else if (entry.isFile()) files[freeName(files, prefix + zipName(entry.name))] = await fs.readFile(`${folder}/${entry.name}`);
  }
}

/** Hands bytes to the person as a file. */
export function offer(bytes: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has its own reference once it began; freeing at once cancels it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
