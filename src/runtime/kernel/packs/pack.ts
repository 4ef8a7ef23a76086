/**
 * A folder of files in one asset: gzip of a line of JSON, which lists the files, and of their contents one after the other. `src/build/npm-pack.ts`
 * writes it. In memory all contents are one array, of which each file is a view.
 */
import type { Assets } from '../assets.ts';
import { FileInode } from '../fs/file-inode.ts';
import { DirectoryInode } from '../fs/inode.ts';
import type { Storage } from '../fs/storage.ts';

/** Path below the folder, number of bytes, and whether it is executable. */
type Listed = [path: string, bytes: number, executable?: 1];

const ROOT = { uid: 0, gid: 0 };
const NEWLINE = 10;

/** Adds the files of a pack to `into`; they belong to root and are counted against the quota. @throws Error when it cannot be fetched or is cut short, SysError ENOSPC */
export async function unpackInto(into: DirectoryInode, assets: Assets, name: string, storage: Storage): Promise<void> {
  const bytes = await inflate(await assets.bring(name));
  const split = bytes.indexOf(NEWLINE);
  const list = JSON.parse(new TextDecoder().decode(bytes.subarray(0, split))) as Listed[];
  const end = list.reduce((at, [, size]) => at + size, split + 1);
  if (end !== bytes.length) throw new Error(`${name} is damaged: ${bytes.length} bytes instead of ${end}`);
  storage.charge(bytes.length);
  let at = split + 1;
  for (const [path, size, executable] of list) {
    const slash = path.lastIndexOf('/');
    const folder = directoryAt(into, slash < 0 ? '' : path.slice(0, slash));
    folder.add(path.slice(slash + 1), FileInode.viewing(bytes.subarray(at, at + size), executable ? 0o755 : 0o644, ROOT));
    at += size;
  }
}

/** The directory at a path below `root`, made with what leads to it. */
export function directoryAt(root: DirectoryInode, path: string): DirectoryInode {
  let directory = root;
  for (const part of path === '' ? [] : path.split('/')) {
    let child = directory.entries.get(part);
    if (!child) directory.add(part, (child = new DirectoryInode(0o755, ROOT, directory)));
    directory = child as DirectoryInode;
  }
  return directory;
}

async function inflate(address: string): Promise<Uint8Array> {
  const packed = (await fetch(address)).body!;
  return new Uint8Array(await new Response(packed.pipeThrough(new DecompressionStream('gzip'))).arrayBuffer());
}
