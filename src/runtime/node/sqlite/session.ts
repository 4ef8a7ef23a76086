/** `Session`: changes of a database as a changeset, and their application elsewhere. */
import type { Internal } from '../runtime.ts';
import type { Connection } from './connection.ts';
import { illegalConstructor, invalidState, invalidType, option, optionsObject, sqliteError } from './errors.ts';
import { exposeClass } from './expose-class.ts';
import type { Library } from './library.ts';

const ABORT = 2;

export interface SessionSupport { Session: Function; create(connection: Connection, options: unknown): object; apply(connection: Connection, changeset: unknown, options: unknown): boolean }

export function sessionSupport(library: Library): SessionSupport {
  const { rt, c } = library;
  let making: [Connection, number] | undefined;
  /** Callbacks of the `applyChangeset` under way: it is synchronous, but a callback may apply another. */
  const applying: { connection: Connection; filter: Function | undefined; onConflict: Function | undefined }[] = [];

  class Session {
    #connection: Connection;
    #handle: number;
    constructor() {
      if (!making) throw illegalConstructor(rt);
      [this.#connection, this.#handle] = making;
      making = undefined;
      const connection = this.#connection;
      const dependent = { finalize: () => this.#delete() };
      connection.dependents.add(dependent);
    }

    changeset(): Uint8Array {
      return this.#bytes('sqlite3session_changeset');
    }

    patchset(): Uint8Array {
      return this.#bytes('sqlite3session_patchset');
    }

    close(): void {
      this.#open();
      this.#delete();
    }

    [Symbol.dispose](): void {
      this.#delete();
    }

    #open(): void {
      if (this.#connection.db === 0) throw invalidState(rt, 'database is not open');
      if (this.#handle === 0) throw invalidState(rt, 'session is not open');
    }

    #delete(): void {
      if (this.#handle !== 0) c.sqlite3session_delete!(this.#handle);
      this.#handle = 0;
    }

    #bytes(call: string): Uint8Array {
      this.#open();
      return library.withWords(2, (out) => {
        this.#connection.check(c[call]!(this.#handle, out, out + 4));
        const at = library.word(out + 4);
        const bytes = new rt.primordials.Uint8Array(library.bytes(at, library.word(out)));
        c.sqlite3_free!(at);
        return bytes;
      });
    }
  }
  const outer = exposeClass(rt, 'Session', Session);

  const filterPointer = library.pointerTo('ii>i', (_context, table) => {
    const { connection, filter } = applying.at(-1)!;
    return connection.guard(() => (filter!.call(null, library.text(table)) ? 1 : 0), () => 0);
  });
  const conflictPointer = library.pointerTo('iii>i', (_context, kind) => {
    const { connection, onConflict } = applying.at(-1)!;
    return connection.guard(() => {
      const answer = onConflict === undefined ? ABORT : onConflict.call(null, kind);
      // An answer that SQLite does not know ends the call with its own error.
      return Number.isInteger(answer) ? answer : -1;
    }, () => -1);
  });

  return {
    Session: outer,
    create(connection, given) {
      const options = optionsObject(rt, given);
      const table = option<string | null>(rt, options, 'table', 'string', null);
      const name = option(rt, options, 'db', 'string', 'main');
      const handle = library.withWords(1, (out) => library.withText([name], (at) => {
        connection.check(c.sqlite3session_create!(connection.db, at, out));
        return library.word(out);
      }));
      connection.check(library.withText([table], (at) => c.sqlite3session_attach!(handle, at)));
      making = [connection, handle];
      return new (Session as Internal)();
    },
    apply(connection, changeset, given) {
      if (!(rt.internalBinding('types').isUint8Array?.(changeset) ?? changeset instanceof rt.primordials.Uint8Array)) throw invalidType(rt, 'The "changeset" argument must be a Uint8Array.');
      const options = optionsObject(rt, given);
      const onConflict = option<Function | undefined>(rt, options, 'onConflict', 'function', undefined);
      const filter = option<Function | undefined>(rt, options, 'filter', 'function', undefined);
      const bytes = changeset as Uint8Array;
      const at = library.put(bytes);
      applying.push({ connection, filter, onConflict });
      let code: number;
      try {
        code = c.sqlite3changeset_apply!(connection.db, bytes.length, at, filter ? filterPointer : 0, conflictPointer, 0);
      } finally {
        applying.pop();
        c.sqlite3_free!(at);
      }
      const pending = connection.pending;
      connection.pending = undefined;
      if (pending) throw pending.error;
      if (code === 0) return true;
      const SQLITE_ABORT = 4;
      if (code === SQLITE_ABORT) return false;
      throw sqliteError(library, library.text(c.sqlite3_errstr!(code))!, code);
    },
  };
}
