/** What one file, folder or link of the durable copy is on disk: a row under its path, and the file's bytes in pieces under keys of their own. */
import { isRecord } from '../shared/json.ts';

/** Where a file's bytes lie: `[epoch, number]`, never used twice; a number alone in copies of the first format, which have one piece. */
export type DataKey = [epoch: number, number: number] | number;

/** Rows are small and independent: one that cannot be read costs one file, and a change writes its own rows only. */
export type NodeRow =
  | { t: 'd' }
  | { t: 'l'; to: string }
  /** `m` mode as LightningFS keeps it, `w` when it was written here (ms), `o` when the project's own file was changed (ms), `s` size, `k` and `n` key and number of pieces, `c` CRC-32 of all of it. */
  | { t: 'f'; m: number; w: number; o?: number; s: number; k: DataKey; n: number; c?: number };

export type FileRow = Extract<NodeRow, { t: 'f' }>;

/**
 * Bytes of one piece. Chromium hands larger values over as blobs, which it then fetches from the page: a page that freezes in that moment
 * would hold up the database for everybody, and one that dies would leave the transaction undone.
 */
export const PIECE_BYTES = 56 * 1024;

/** Key of one piece. */
export const pieceKey = (key: DataKey, piece: number): IDBValidKey => (typeof key === 'number' ? key : [...key, piece]);

/** All pieces of one file. */
export const piecesOf = (key: DataKey): IDBKeyRange => (typeof key === 'number' ? IDBKeyRange.only(key) : IDBKeyRange.bound(key, [...key, []]));

/** A row as it was read from disk, or undefined when it is none. */
export function parseRow(row: unknown): NodeRow | undefined {
  if (!isRecord(row)) return undefined;
  const whole = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value) && value >= 0;
  if (row.t === 'd') return { t: 'd' };
  if (row.t === 'l') return typeof row.to === 'string' ? { t: 'l', to: row.to } : undefined;
  if (row.t !== 'f' || !whole(row.m) || typeof row.w !== 'number' || !whole(row.s) || !whole(row.n)) return undefined;
  const key: unknown = row.k;
  const known = typeof key === 'number' ? row.n <= 1 : Array.isArray(key) && key.length === 2 && key.every(whole);
  if (!known || (row.c !== undefined && !whole(row.c))) return undefined;
  // A time that no Date can be is a program's mistake, and no reason to lose the file.
  const { o, ...rest } = row;
  return (o === undefined || isTime(o) ? row : rest) as unknown as FileRow;
}

/** From 1970 to the last that a Date can be. */
export const isTime = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value <= 8.64e15;

/** Whether a string can be the path of a row: names with single slashes between them. */
export function isRowPath(path: unknown): path is string {
  return typeof path === 'string' && (path === '' || path.split('/').every((name) => name !== '' && name !== '.' && name !== '..'));
}
