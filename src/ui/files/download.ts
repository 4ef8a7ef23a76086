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
  const files: Record<string, Uint8Array> = {};
  await gather(fs, path === '' ? '.' : path, '', files);
  return zipSync(files);
}

async function gather(fs: FileSystemAPI, folder: string, prefix: string, files: Record<string, Uint8Array>): Promise<void> {
  const entries = await fs.readdir(folder, { withFileTypes: true });
  // A zip has no folders of its own; an entry that ends in a slash keeps the empty ones.
  if (entries.length === 0 && prefix !== '') files[prefix] = new Uint8Array();
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    if (entry.isDirectory()) await gather(fs, `${folder}/${entry.name}`, `${prefix}${entry.name}/`, files);
    else if (entry.isFile()) files[prefix + entry.name] = await fs.readFile(`${folder}/${entry.name}`);
  }
}

function offer(bytes: Uint8Array, name: string, type: string): void {
  const url = URL.createObjectURL(new Blob([new Uint8Array(bytes)], { type }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  // The download has its own reference once it began; freeing at once cancels it in some browsers.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
