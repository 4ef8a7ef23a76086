/** Binary snapshots of the client, the one form of a project that keeps permission bits and every name, and times of files: the page writes whole ones and reads single files. */
import { decode, encode } from '@msgpack/msgpack';
import { isTime } from './durable-rows.ts';
import { MAX_DEPTH } from './ignore-file.ts';

/** A node as a snapshot holds it: `c` contents, `l` a link's target, `m` permission bits where they are not the usual ones, `t` when the file was changed (ms). */
export type SnapshotNode = { d: { [name: string]: SnapshotNode } } | { f: { c: Uint8Array; m?: number; t?: number } | { l: string } };

/** Levels of maps: two for each folder, two for a file. */
const MAX_NESTING = 2 * MAX_DEPTH + 4;

/** What `mount` takes. */
export function encodeSnapshot(root: SnapshotNode): Uint8Array {
  return encode(root, { maxDepth: MAX_NESTING });
}

/** A file out of the export of that one file; undefined when it is something else. Bits are those a new file gets where the snapshot names none; the time is not there when it is before 1970 or one that no Date can be. */
export function decodeFile(snapshot: Uint8Array): { data: Uint8Array; mode: number; changedMs?: number } | undefined {
  const node = decode(snapshot) as { f?: { c?: unknown; m?: unknown; t?: unknown } } | null;
  const file = typeof node === 'object' ? node?.f : undefined;
  if (!(file?.c instanceof Uint8Array)) return undefined;
  return { data: file.c, mode: typeof file.m === 'number' ? file.m & 0o7777 : 0o644, ...(isTime(file.t) ? { changedMs: file.t } : {}) };
}
