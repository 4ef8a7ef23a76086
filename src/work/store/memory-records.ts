/** Records for a page whose browser refuses storage: the same transactions, gone with the page. */
import type { Collection, Records, Tables, Transaction } from './tables.ts';

type Rows = Map<string, Tables[Collection]>;

const keyOf = (collection: string, project: string, id: string): string => JSON.stringify([collection, project, id]);

export function memoryRecords(): Records {
  let rows: Rows = new Map();
  let last: Promise<unknown> = Promise.resolve();

  const transactionOn = (own: Rows): Transaction => ({
    async get(collection, project, id) {
      return structuredClone(own.get(keyOf(collection, project, id))) as never;
    },
    async all(collection, project) {
      const found = [...own].filter(([key]) => key.startsWith(`${JSON.stringify([collection, project]).slice(0, -1)},`)).map(([, row]) => row);
      return structuredClone(found.sort((a, b) => (a.id < b.id ? -1 : 1))) as never;
    },
    async put(collection, record) {
      own.set(keyOf(collection, record.project, record.id), structuredClone(record));
    },
    async remove(collection, project, id) {
      own.delete(keyOf(collection, project, id));
    },
  });

  /** One after the other, as IndexedDB does with writers; what throws keeps nothing. */
  const inTurn = <T>(work: (transaction: Transaction) => Promise<T>): Promise<T> => {
    const result = last.then(async () => {
      const own: Rows = new Map(rows);
      const value = await work(transactionOn(own));
      rows = own;
      return value;
    });
    last = result.catch(() => undefined);
    return result;
  };
  return { read: inTurn, change: inTurn };
}
