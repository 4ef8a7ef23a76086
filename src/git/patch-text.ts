/** A change as the text of a patch. */
import type { Change } from './changes.ts';
import { unifiedHunks } from './diff/unified.ts';
import type { UnifiedDiff, UnifiedOptions } from './diff/unified.ts';
import { quotePath } from './quote.ts';
import { shortOid } from './repository.ts';
import type { Repository } from './repository.ts';
import type { SnapshotEntry } from './snapshot.ts';

export interface FilePatch {
  text: string;
  added: number;
  removed: number;
  binary: boolean;
  oldSize: number;
  newSize: number;
}

export interface PatchOptions extends UnifiedOptions {
  /** Ids in full (`--full-index`). */
  fullIndex?: boolean;
  /** For `-R`, which turns the prefixes around too. */
  reverse?: boolean;
  /** Where a file is no UTF-8 each byte is one character (Latin-1), for a text that is compared and not shown. */
  bytes?: boolean;
}

export async function filePatch(repo: Repository, change: Change, options: PatchOptions = {}): Promise<FilePatch> {
  const { before, after } = change;
  // A file that turned into a link, or back, is shown as one deleted and one added.
  if (change.kind === 'T') {
    const gone = await filePatch(repo, { kind: 'D', path: change.from ?? change.path, before: before! }, options);
    const came = await filePatch(repo, { kind: 'A', path: change.path, after: after! }, options);
    return { ...came, text: gone.text + came.text, added: came.added, removed: gone.removed };
  }
  const oldPath = change.from ?? change.path;
  const [a, b] = options.reverse ? ['b/', 'a/'] : ['a/', 'b/'];
  let text = `diff --git ${quotePath(a + oldPath)} ${quotePath(b + change.path)}\n`;
  if (!before) text += `new file mode ${after!.mode}\n`;
  else if (!after) text += `deleted file mode ${before.mode}\n`;
  else if (before.mode !== after.mode) text += `old mode ${before.mode}\nnew mode ${after.mode}\n`;
  if (change.kind === 'R') text += `similarity index ${change.score}%\nrename from ${quotePath(oldPath)}\nrename to ${quotePath(change.path)}\n`;

  const oldBytes = await bytesOf(before);
  const newBytes = await bytesOf(after);
  const stats = { oldSize: oldBytes.length, newSize: newBytes.length };
  // A binary file that only moved is called binary where lines are counted, without sizes.
  if (before?.oid === after?.oid) return { text, added: 0, removed: 0, binary: isBinary(oldBytes), oldSize: 0, newSize: 0 };
  const ids = `${await shown(repo, before, options)}..${await shown(repo, after, options)}`;
  text += `index ${ids}${before && after && before.mode === after.mode ? ` ${after.mode}` : ''}\n`;
  const from = before ? quotePath(a + oldPath) : '/dev/null';
  const to = after ? quotePath(b + change.path) : '/dev/null';
  if (isBinary(oldBytes) || isBinary(newBytes)) {
    return { text: `${text}Binary files ${from} and ${to} differ\n`, added: 0, removed: 0, binary: true, ...stats };
  }
  const hunks = hunksOf(oldBytes, newBytes, options);
  // Nothing but white space, which does not count: then nothing is said of the file.
  if (hunks.text === '' && options.key && change.kind === 'M' && before?.mode === after?.mode) return { text: '', added: 0, removed: 0, binary: false, ...stats };
  if (hunks.text !== '') text += `--- ${from}${tabFor(from)}\n+++ ${to}${tabFor(to)}\n${hunks.text}`;
  return { text, added: hunks.added, removed: hunks.removed, binary: false, ...stats };
}

/** What is no UTF-8 is compared byte by byte, for as text all such bytes are one character; it is shown as that. */
function hunksOf(before: Uint8Array, after: Uint8Array, options: PatchOptions): UnifiedDiff {
  const [older, newer] = [decode(before), decode(after)];
  if (!older.includes('\ufffd') && !newer.includes('\ufffd')) return unifiedHunks(older, newer, options);
  const found = unifiedHunks(byteText(before), byteText(after), options);
  return options.bytes ? found : { ...found, text: Buffer.from(found.text, 'latin1').toString('utf8') };
}

const byteText = (bytes: Uint8Array): string => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('latin1');

/** What a file holds; of a repository inside this one, its commit in words. */
async function bytesOf(entry: SnapshotEntry | undefined): Promise<Uint8Array> {
  if (entry?.mode === '160000') return new TextEncoder().encode(`Subproject commit ${entry.oid}\n`);
  return entry ? entry.read() : new Uint8Array();
}

async function shown(repo: Repository, entry: SnapshotEntry | undefined, { fullIndex }: PatchOptions): Promise<string> {
  if (fullIndex) return entry?.oid ?? '0'.repeat(40);
  return entry ? shortOid(repo, entry.oid) : '0000000';
}

/** Git marks the end of a name with spaces, for old versions of patch. */
const tabFor = (name: string): string => (name.includes(' ') ? '\t' : '');

/** Git's guess: a NUL among the first bytes. */
export const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);

export const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
