/** Durable copies as wholes: copied, deleted and measured by whoever keeps the list of projects. */
import { deleteDB } from 'idb';
import { AppError } from '../shared/errors.ts';
import { isRowPath, type NodeRow, parseRow, PIECE_BYTES } from './durable-rows.ts';
import { databaseOf, type DurableStore, openDurableStore } from './durable-store.ts';
import { unmarkSaved } from './saved-marker.ts';
import { isFull } from './storage-full.ts';
import { gatherPieces, whole } from './stored-tree.ts';

/** Bytes written in one transaction. */
const BATCH_BYTES = 4 * 1024 * 1024;
/** How long a deletion waits for other pages to let go of the database; it is empty by then. */
const DELETE_WAIT_MS = 2000;

/**
 * Copies what is saved of a project under another id, whose own copy is replaced. The project may be open: what is copied is one committed state.
 * @throws AppError `not_found` when nothing is saved, `damaged` with the path in its data; `QuotaExceededError`
 */
export async function copyDurable(from: string, to: string, signal?: AbortSignal): Promise<void> {
  const [source, target] = [openDurableStore(databaseOf(from)), openDurableStore(databaseOf(to))];
  try {
    const { rows, contents } = await readAll(source, signal);
    if (rows.size === 0) throw new AppError('not_found', 'Nothing is saved of this project yet.');
    const epoch = await target.claim();
    await target.clear();
    const copied = new Map<string, NodeRow>();
    let batch: (readonly [ReturnType<DurableStore['newKey']>, number, Uint8Array])[] = [];
    let size = 0;
    for (const [path, row] of rows) {
      if (row.t !== 'f') {
        copied.set(path, row);
        continue;
      }
      const data = contents.get(path)!;
      const key = target.newKey(epoch);
      const count = Math.ceil(data.length / PIECE_BYTES);
      copied.set(path, { ...row, k: key, n: count });
      for (let piece = 0; piece < count; piece++) {
        batch.push([key, piece, data.slice(piece * PIECE_BYTES, (piece + 1) * PIECE_BYTES)]);
        size += PIECE_BYTES;
        if (size < BATCH_BYTES) continue;
        signal?.throwIfAborted();
        await target.write({ pieces: batch });
        [batch, size] = [[], 0];
      }
    }
    // Names come last: a copy that was cut short is no project.
    await target.write({ rows: copied, pieces: batch });
  } finally {
    await Promise.all([source.close(), target.close()]);
  }
}

/** Forgets what is saved of a project. A page that has it open cannot save it again. */
export async function deleteDurable(id: string): Promise<void> {
  unmarkSaved(id);
  const store = openDurableStore(databaseOf(id));
  try {
    // Where there is no room for a new owner's number there is room for taking away, which is what makes room.
    await store.claim().catch((error: unknown) => { if (!isFull(error)) throw error; });
    await store.clear();
  } finally {
    await store.close();
  }
  // A page that is frozen does not let go; then an empty database stays.
  await Promise.race([deleteDB(databaseOf(id)), new Promise((resolve) => { setTimeout(resolve, DELETE_WAIT_MS); })]);
}

/** Bytes and number of the files that are saved of a project. */
export async function sizeOfDurable(id: string): Promise<{ bytes: number; files: number }> {
  const store = openDurableStore(databaseOf(id));
  try {
    const sizes = (await store.rows()).flatMap(([, row]) => {
      const known = parseRow(row);
      return known?.t === 'f' ? [known.s] : [];
    });
    return { bytes: sizes.reduce((sum, size) => sum + size, 0), files: sizes.length };
  } finally {
    await store.close();
  }
}

async function readAll(store: DurableStore, signal: AbortSignal | undefined): Promise<{ rows: Map<string, NodeRow>; contents: Map<string, Uint8Array> }> {
  signal?.throwIfAborted();
  const { found: pieces, take } = gatherPieces();
  const damaged = (path: string): AppError => new AppError('damaged', `${path} cannot be read. Open the project first; then it can be copied.`, { data: { path } });
  const found = await store.snapshot(take);
  const rows = new Map<string, NodeRow>();
  const contents = new Map<string, Uint8Array>();
  for (const [path, value] of found) {
    const row = parseRow(value);
    if (!isRowPath(path) || !row) throw damaged(String(path));
    if (row.t === 'f') {
      const data = whole(row, pieces.get(String(row.k)) ?? []);
      if (typeof data === 'string') throw damaged(path);
      contents.set(path, data);
    }
    rows.set(path, row);
  }
  return { rows, contents };
}
