/** A zip or a folder of the person's as the files of a new project. */
import { AppError } from '../../shared/errors.ts';
import type { SnapshotNode } from '../../project/snapshot.ts';
import type { Upload } from '../files/upload.ts';
import { programsOfZip } from './zip-programs.ts';

/** Bytes of all files together. A zip of some kilobytes can claim to hold terabytes. */
export const MAX_IMPORT_BYTES = 512 * 1024 * 1024;
const MAX_FILES = 50_000;
const MAX_DEPTH = 100;

/** What an install brings back, and what this app keeps beside a project. */
const LEFT_OUT = new Set(['node_modules', '.tabloom', '__MACOSX']);

/** A node of a project with the files of a zip. @throws AppError `invalid_arguments`, `too_large` */
export async function filesOfZip(zip: Uint8Array): Promise<SnapshotNode> {
  const { unzip } = await import('fflate');
  let bytes = 0;
  let count = 0;
  let refused: AppError | undefined;
  const found = await new Promise<Record<string, Uint8Array>>((resolve, reject) => {
    unzip(zip, {
      // Asked with each entry's own claim before anything is unpacked; fflate never writes beyond it.
      filter({ name, originalSize }) {
        if (name.split('/').some((part) => LEFT_OUT.has(part))) return false;
        bytes += originalSize;
        refused ??= tooMuch(bytes, ++count);
        return refused === undefined;
      },
    }, (error, files) => (error ? reject(new AppError('invalid_arguments', 'This file is not a zip that can be read.', { cause: error })) : resolve(files)));
  });
  if (refused) throw refused;
  return treeOfFiles(new Map(Object.entries(found)), programsOfZip(zip));
}

/** A node of a project with the files of a chosen folder. @throws AppError `too_large` */
export async function filesOfUploads(uploads: readonly Upload[]): Promise<SnapshotNode> {
  const kept = uploads.filter(({ path }) => !path.split('/').some((part) => LEFT_OUT.has(part)));
  const refused = tooMuch(kept.reduce((sum, { file }) => sum + file.size, 0), kept.length);
  if (refused) throw refused;
  const files = new Map<string, Uint8Array>();
  for (const { path, file } of kept) files.set(path, new Uint8Array(await file.arrayBuffer()));
  return treeOfFiles(files);
}

/**
 * Files by path as a tree. When all lie in one folder, as in zips of hosting services and of chosen folders, that folder becomes the project.
 * @param programs paths of those that may be executed
 * @throws AppError `invalid_arguments` for a path that would lead out of the project
 */
export function treeOfFiles(files: ReadonlyMap<string, Uint8Array>, programs: ReadonlySet<string> = new Set()): SnapshotNode {
  const root = folder();
  for (const [path, data] of files) {
    const parts = path.split('/').filter((part) => part !== '' && part !== '.');
    if (path.startsWith('/') || path.includes('\0') || parts.includes('..') || parts.length > MAX_DEPTH) throw new AppError('invalid_arguments', `The path ${path.slice(0, 200)} leads out of the project.`);
    const name = path.endsWith('/') ? undefined : parts.pop();
    let at = root;
    for (const part of parts) {
      const next = (at.d[part] ??= folder());
      if (!('d' in next)) throw new AppError('invalid_arguments', `${part} is a file and a folder.`);
      at = next;
    }
    if (name === undefined) continue;
    if (at.d[name] && 'd' in at.d[name]) throw new AppError('invalid_arguments', `${name} is a file and a folder.`);
    at.d[name] = { f: { c: data, ...(programs.has(path) ? { m: 0o755 } : {}) } };
  }
  const [only, ...more] = Object.values(root.d);
  return only && more.length === 0 && 'd' in only ? only : root;
}

/** Without a prototype: a file may be called __proto__. */
function folder(): { d: { [name: string]: SnapshotNode } } {
  return { d: Object.create(null) as { [name: string]: SnapshotNode } };
}

function tooMuch(bytes: number, count: number): AppError | undefined {
  if (bytes > MAX_IMPORT_BYTES) return new AppError('too_large', `These files are larger than ${MAX_IMPORT_BYTES / 2 ** 20} MB together.`);
  if (count > MAX_FILES) return new AppError('too_large', `These are more than ${MAX_FILES} files.`);
  return undefined;
}
