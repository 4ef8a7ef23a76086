/** Records in IndexedDB: a change is one transaction, so two tabs never give out the same number or undo each other. */
import { lazyDatabase } from '../../shared/open-database.ts';
import { AppError } from '../../shared/errors.ts';
import { collections, type Records, type Transaction } from './tables.ts';

/** @throws whatever the browser says when it refuses storage. */
export async function indexedRecords(databaseName: string): Promise<Records> {
  const { open } = lazyDatabase(databaseName, (db) => {
    for (const name of collections) db.createObjectStore(name, { keyPath: ['project', 'id'] });
  });
  await open();

  const run = async <T>(mode: 'readonly' | 'readwrite', work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const tx = (await open()).transaction(collections as string[], mode);
    // Its failure is told by `done`; an abort of our own must not count as an unhandled one.
    tx.done.catch(() => undefined);
    const transaction: Transaction = {
      get: (collection, project, id) => tx.objectStore(collection).get([project, id]),
      all: (collection, project) => tx.objectStore(collection).getAll(IDBKeyRange.bound([project], [project, []])),
      async put(collection, record) {
        await tx.objectStore(collection).put!(record);
      },
      async remove(collection, project, id) {
        await tx.objectStore(collection).delete!([project, id]);
      },
    };
    let value: T;
    try {
      value = await work(transaction);
    } catch (error) {
      try {
        tx.abort();
      } catch {
        // It had failed by itself.
      }
      throw fullOr(error);
    }
    await tx.done.catch((error: unknown) => { throw fullOr(error); });
    return value;
  };
  return { read: (work) => run('readonly', work), change: (work) => run('readwrite', work) };
}

function fullOr(error: unknown): unknown {
  return (error as Error | undefined)?.name === 'QuotaExceededError' ? new AppError('too_large', 'This browser has no room left. Nothing was changed.', { cause: error }) : error;
}
