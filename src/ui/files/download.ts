/** Gives a file, or a folder as a zip, to the person's computer. */
import type { FileSystemAPI } from '@webcontainer/api';
import { createFileReader, type FileReader, type MirrorSource } from '../../project/mirror-source.ts';
import { basename } from '../../shared/path.ts';

/** Names that are left out of a zip of the project: helpers of ours and what an install brings back. */
const LEFT_OUT = new Set(['.tabloom', 'node_modules']);

type ZipFiles = Record<string, Uint8Array | [Uint8Array, { os: number; attrs: number }]>;

/** In a zip: the permission bits are those of Unix. */
const UNIX = 3;
const REGULAR = 0o100000;

/** Offers one file for download. */
export async function downloadFile(fs: FileSystemAPI, path: string): Promise<void> {
  offer(await fs.readFile(path), basename(path), 'application/octet-stream');
}

/** Offers a folder, `.git` included, as a zip named after it. */
export async function downloadFolder(engine: MirrorSource, path: string, name = basename(path)): Promise<void> {
  offer(await zipFolder(engine, path), `${name}.zip`, 'application/zip');
}

/** The folder's files as a zip, with their permission bits; paths inside begin below the folder. Symbolic links and times are not in it. */
export async function zipFolder(engine: MirrorSource, path: string): Promise<Uint8Array> {
  const { zipSync } = await import('fflate');
  // Without a prototype: a file may be called __proto__.
  const files = Object.create(null) as ZipFiles;
  await gather(engine, createFileReader(engine), path, '', files);
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
function freeName(files: ZipFiles, name: string): string {
  return name in files ? freeName(files, `${name}_`) : name;
}

async function gather(engine: MirrorSource, read: FileReader, folder: string, prefix: string, files: ZipFiles): Promise<void> {
  const entries = await engine.fs.readdir(folder === '' ? '.' : folder, { withFileTypes: true });
  // A zip has no folders of its own; an entry that ends in a slash keeps the empty ones.
  if (entries.length === 0 && prefix !== '') files[prefix] = new Uint8Array();
  for (const entry of entries) {
    if (LEFT_OUT.has(entry.name)) continue;
    const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
    if (entry.isDirectory()) await gather(engine, read, path, `${prefix}${zipName(entry.name)}/`, files);
    if (!entry.isFile()) continue;
    const file = await read(path);
    // One that went meanwhile is in no zip; one that is too large for its bits is taken without them.
    if (!file) continue;
    const { data, mode } = file === 'too large' ? { data: await engine.fs.readFile(path) } as { data: Uint8Array; mode?: number } : file;
    files[freeName(files, prefix + zipName(entry.name))] = mode === undefined ? data : [data, { os: UNIX, attrs: ((REGULAR | mode) << 16) >>> 0 }];
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
