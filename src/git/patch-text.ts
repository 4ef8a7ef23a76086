/** A change as the text of a patch. */
import type { Change } from './changes.ts';
import { unifiedHunks } from './diff/unified.ts';
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

export async function filePatch(repo: Repository, change: Change, context = 3): Promise<FilePatch> {
  const { before, after } = change;
  // A file that turned into a link, or back, is shown as one deleted and one added.
  if (change.kind === 'T') {
    const gone = await filePatch(repo, { kind: 'D', path: change.path, before: before! }, context);
    const came = await filePatch(repo, { kind: 'A', path: change.path, after: after! }, context);
    return { ...came, text: gone.text + came.text, added: came.added, removed: gone.removed };
  }
  const oldPath = change.from ?? change.path;
  let text = `diff --git ${quotePath(`a/${oldPath}`)} ${quotePath(`b/${change.path}`)}\n`;
  if (!before) text += `new file mode ${after!.mode}\n`;
  else if (!after) text += `deleted file mode ${before.mode}\n`;
  else if (before.mode !== after.mode) text += `old mode ${before.mode}\nnew mode ${after.mode}\n`;
  if (change.kind === 'R') text += `similarity index ${change.score}%\nrename from ${quotePath(oldPath)}\nrename to ${quotePath(change.path)}\n`;

  const oldBytes = await bytesOf(before);
  const newBytes = await bytesOf(after);
  const stats = { oldSize: oldBytes.length, newSize: newBytes.length };
  if (before?.oid === after?.oid) return { text, added: 0, removed: 0, binary: false, ...stats };
  const ids = `${await abbreviated(repo, before)}..${await abbreviated(repo, after)}`;
  text += `index ${ids}${before && after && before.mode === after.mode ? ` ${after.mode}` : ''}\n`;
  const from = before ? quotePath(`a/${oldPath}`) : '/dev/null';
  const to = after ? quotePath(`b/${change.path}`) : '/dev/null';
  if (isBinary(oldBytes) || isBinary(newBytes)) {
    return { text: `${text}Binary files ${from} and ${to} differ\n`, added: 0, removed: 0, binary: true, ...stats };
  }
  // Other encodings than UTF-8 pass through byte by byte only in UTF-8 terminals; the texts are compared as UTF-8.
  const hunks = unifiedHunks(decode(oldBytes), decode(newBytes), context);
  if (hunks.text !== '') text += `--- ${from}${tabFor(from)}\n+++ ${to}${tabFor(to)}\n${hunks.text}`;
  return { text, added: hunks.added, removed: hunks.removed, binary: false, ...stats };
}

async function bytesOf(entry: SnapshotEntry | undefined): Promise<Uint8Array> {
  return entry ? entry.read() : new Uint8Array();
}

async function abbreviated(repo: Repository, entry: SnapshotEntry | undefined): Promise<string> {
  return entry ? shortOid(repo, entry.oid) : '0000000';
}

/** Git marks the end of a name with spaces, for old versions of patch. */
const tabFor = (name: string): string => (name.includes(' ') ? '\t' : '');

const isBinary = (bytes: Uint8Array): boolean => bytes.subarray(0, 8000).includes(0);

const decode = (bytes: Uint8Array): string => new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
