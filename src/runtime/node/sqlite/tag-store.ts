/** `SQLTagStore`: statements of template literals, the least recently used forgotten first. */
import { invalidState, invalidType } from './errors.ts';
import { exposeClass } from './expose-class.ts';
import type { Library } from './library.ts';
import type { Statement } from './statement.ts';

/** What a store needs of its database. */
export interface Store { database: object; capacity: number; isOpen(): boolean; prepare(sql: string): Statement; iterate(statement: Statement, args: unknown[]): object }

export function tagStore({ rt }: Library, store: Store): object {
  const statements = new Map<string, Statement>();

  const statementOf = (parts: unknown): Statement => {
    if (!store.isOpen()) throw invalidState(rt, 'database is not open');
    if (!Array.isArray(parts) || parts.some((part) => typeof part !== 'string')) throw invalidType(rt, 'First argument must be an array of strings (template literal).');
    const sql = parts.join('?');
    let statement = statements.get(sql);
    // One whose database was loaded anew is of no use.
    if (statement?.handle === 0) statement = undefined;
    statements.delete(sql);
    statement ??= store.prepare(sql);
    statements.set(sql, statement);
    if (statements.size > store.capacity) {
      const [oldest, forgotten] = statements.entries().next().value!;
      forgotten.finalize();
      statements.delete(oldest);
    }
    return statement;
  };

  class SQLTagStore {
    constructor() {
      const own = (name: string, get: () => unknown): void => void Object.defineProperty(this, name, { get, enumerable: true, configurable: false });
      own('capacity', () => store.capacity);
      own('db', () => store.database);
      own('size', () => statements.size);
    }

    get(parts: unknown, ...values: unknown[]): unknown {
      return statementOf(parts).get(values);
    }

    all(parts: unknown, ...values: unknown[]): unknown {
      return statementOf(parts).all(values);
    }

    iterate(parts: unknown, ...values: unknown[]): unknown {
      return store.iterate(statementOf(parts), values);
    }

    run(parts: unknown, ...values: unknown[]): unknown {
      return statementOf(parts).run(values);
    }

    clear(): void {
      statements.clear();
    }
  }
  exposeClass(rt, 'SQLTagStore', SQLTagStore);
  return new SQLTagStore();
}
