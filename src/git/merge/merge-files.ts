/** One file that both sides may have changed. */
import { blobId } from '../snapshot.ts';
import type { SnapshotEntry } from '../snapshot.ts';
import { mergeTexts } from './three-way-text.ts';
import type { ThreeWayOptions } from './three-way-text.ts';

export interface Sides<T> {
  base?: T | undefined;
  ours?: T | undefined;
  theirs?: T | undefined;
}

export interface MergedFile {
  entry: SnapshotEntry;
  clean: boolean;
  /** Lines were compared: git says so. */
  compared: boolean;
  /** The content is no text, or no file: ours stays. */
  unmergeable: 'binary' | 'link' | 'submodule' | undefined;
}

export const sameEntry = (a: SnapshotEntry | undefined, b: SnapshotEntry | undefined): boolean => a?.oid === b?.oid && a?.mode === b?.mode;

/** Content that is in no object yet. */
export function entryOf(bytes: Uint8Array, mode: string): SnapshotEntry {
  return { mode, oid: blobId(bytes), read: async () => bytes };
}

/** Both sides have the file, of the same kind. A missing base is an empty file, as when both added it. */
export async function mergeFiles({ base, ours, theirs }: { base?: SnapshotEntry | undefined; ours: SnapshotEntry; theirs: SnapshotEntry }, options: ThreeWayOptions): Promise<MergedFile> {
  const sameMode = ours.mode === theirs.mode || ours.mode === base?.mode;
  const mode = sameMode ? theirs.mode : ours.mode;
  const modeClean = sameMode || theirs.mode === base?.mode;
  const result = (entry: SnapshotEntry, clean: boolean, more: Partial<MergedFile> = {}): MergedFile => ({ entry: { ...entry, mode }, clean: clean && modeClean, compared: false, unmergeable: undefined, ...more });
  if (ours.oid === theirs.oid || theirs.oid === base?.oid) return result(ours, true);
  if (ours.oid === base?.oid) return result(theirs, true);
  if (ours.mode === '160000') return result(ours, false, { unmergeable: 'submodule' });
  if (ours.mode === '120000') return favored(options, ours, theirs, (entry, clean) => result(entry, clean, { unmergeable: 'link' }));
  const [baseBytes, oursBytes, theirsBytes] = await Promise.all([base && isFile(base) ? base.read() : new Uint8Array(), ours.read(), theirs.read()]);
  if ([baseBytes, oursBytes, theirsBytes].some(isBinary)) return favored(options, ours, theirs, (entry, clean) => result(entry, clean, { compared: true, unmergeable: clean ? undefined : 'binary' }));
  const { ours: oursLabel, base: baseLabel, theirs: theirsLabel } = options.labels;
  const labels = { ours: byteText(oursLabel), base: byteText(baseLabel), theirs: byteText(theirsLabel) };
  const merged = mergeTexts(text(baseBytes), text(oursBytes), text(theirsBytes), { ...options, labels });
  return result(entryOf(Buffer.from(merged.text, 'latin1'), mode), merged.conflicts === 0, { compared: true });
}

function favored<T>({ favor }: ThreeWayOptions, ours: SnapshotEntry, theirs: SnapshotEntry, result: (entry: SnapshotEntry, clean: boolean) => T): T {
  return favor === 'theirs' ? result(theirs, true) : result(ours, favor === 'ours');
}

export const kindOf = (entry: SnapshotEntry): string => entry.mode.slice(0, 3);

const isFile = (entry: SnapshotEntry): boolean => kindOf(entry) === '100';

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);

/** A name among texts that are strings of bytes. */
const byteText = (name: string): string => Buffer.from(name, 'utf8').toString('latin1');

const text = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');
