import { AppError } from '../shared/errors.ts';
import type { Json } from '../shared/json.ts';
import type { Entry, Records } from './port.ts';

/** Somebody else was first this often in a row: then something is wrong with the records, not with luck. */
const MAX_TRIES = 1_000;

/**
 * Reads a record, works out its next value and writes it, until nobody else was in between. `next` returns undefined to leave the record
 * as it is.
 * @param ahead the record as somebody has just read it, which saves reading it once more
 * @returns the record as it then is
 * @throws AppError `conflict` when that never succeeds
 */
export async function updateRecord(records: Records, key: string, next: (value: Json | undefined) => Json | undefined, ahead?: { entry: Entry | undefined }): Promise<Entry | undefined> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const entry = tries === 0 && ahead ? ahead.entry : await records.read(key);
    const value = next(entry?.value);
    if (value === undefined) return entry;
    const written = await records.write(key, entry?.revision ?? 0, value);
    if (written) return written;
  }
  throw new AppError('conflict', `The record ${key} is changed by others all the time.`);
}
