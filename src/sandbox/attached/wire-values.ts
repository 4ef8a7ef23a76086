/** Values as they travel on a link: what a tab must not share, or what would lose its methods. */
import type { z } from 'zod/mini';
import type { wireEntries } from './messages.ts';

/** Entries of `readdir` have methods, which are not copied. */
interface EntryLike { name: string | Uint8Array; isFile(): boolean; isDirectory(): boolean }

/** An answer for the other tab. */
export function wireValue(value: unknown): unknown {
  if (!Array.isArray(value) || value.length === 0 || !isEntry(value[0])) return ownBytes(value);
  return { entries: (value as EntryLike[]).map((entry) => ({ name: entry.name, file: entry.isFile(), directory: entry.isDirectory() })) } satisfies z.infer<typeof wireEntries>;
}

/** Entries as the client's own. */
export function entriesOf({ entries }: z.infer<typeof wireEntries>): EntryLike[] {
  return entries.map(({ name, file, directory }) => ({ name, isFile: () => file, isDirectory: () => directory }));
}

/** Copying a view copies all of the buffer below it, and shared memory cannot be copied at all: such bytes get a buffer of their own first. */
export function ownBytes(value: unknown): unknown {
  if (!(value instanceof Uint8Array)) return value;
  return value.buffer instanceof ArrayBuffer && value.byteLength === value.buffer.byteLength ? value : value.slice();
}

function isEntry(value: unknown): boolean {
  return typeof value === 'object' && value !== null && typeof (value as Partial<EntryLike>).isDirectory === 'function';
}
