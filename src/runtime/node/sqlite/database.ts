/** `DatabaseSync`. */
import type { Internal } from '../runtime.ts';
import { serialize } from './backup.ts';
import { Connection } from './connection.ts';
import { connectionError, invalidState, invalidType, invalidValue, option, optionsObject, outOfRange } from './errors.ts';
import { exposeClass } from './expose-class.ts';
import { Functions } from './functions.ts';
import { type Library, LOCKING_VFS } from './library.ts';
import { checkedLimits, limitsObject } from './limits.ts';
import { databasePath } from './paths.ts';
import { sessionSupport } from './session.ts';
import { type ReadOptions, Statement, statementClasses } from './statement.ts';
import { tagStore } from './tag-store.ts';

const OPEN = { READONLY: 0x01, READWRITE: 0x02, CREATE: 0x04, URI: 0x40 } as const;
const CONFIG = { FOREIGN_KEYS: 1002, DEFENSIVE: 1010, DQS_DML: 1013, DQS_DDL: 1014 } as const;
const DESERIALIZE = { FREEONCLOSE: 1, RESIZEABLE: 2 } as const;
const DENY = 1;
const AUTHORIZATIONS = [0, 1, 2];
const DEFAULT_STORE_SIZE = 1000;
const NODE_PAGE_SIZE = 4096;
const TAG = Symbol.for('sqlite-type');

interface OpenOptions extends ReadOptions { readOnly: boolean; foreignKeys: boolean; doubleQuoted: boolean; allowExtension: boolean; defensive: boolean; timeout: number; limits: [number, number][] }

/** The classes of the module, and how `backup` finds a database's connection. */
export interface DatabaseClasses { DatabaseSync: Function; StatementSync: Function; Session: Function; connectionOf(database: unknown): Connection | undefined }

export function databaseClasses(library: Library): DatabaseClasses {
  const { rt, c } = library;
  const { StatementSync, wrap, iterate } = statementClasses(library);
  const { Session, create, apply } = sessionSupport(library);
  const functions = new Functions(library);
  const connections = new WeakMap<object, () => Connection | undefined>();
  const authorized = new Map<number, Connection>();
  const authorizer = library.pointerTo('iiiiii>i', (db, code, ...texts) => {
    const connection = authorized.get(db)!;
    return connection.guard(() => {
      const answer = connection.authorizer!.call(null, code, ...texts.map((at: number) => library.text(at)));
      if (!Number.isInteger(answer)) throw new rt.primordials.TypeError('Authorizer callback must return an integer authorization code');
      if (!AUTHORIZATIONS.includes(answer)) throw new rt.primordials.RangeError('Authorizer callback returned a invalid authorization code');
      return answer;
    }, () => DENY);
  });

  const readOptions = (given: Internal, otherwise: ReadOptions): ReadOptions => ({
    readBigInts: option(rt, given, 'readBigInts', 'boolean', otherwise.readBigInts),
    returnArrays: option(rt, given, 'returnArrays', 'boolean', otherwise.returnArrays),
    allowBareNamedParameters: option(rt, given, 'allowBareNamedParameters', 'boolean', otherwise.allowBareNamedParameters),
    allowUnknownNamedParameters: option(rt, given, 'allowUnknownNamedParameters', 'boolean', otherwise.allowUnknownNamedParameters),
  });

  function openOptions(given: Internal): OpenOptions {
    const readOnly = option(rt, given, 'readOnly', 'boolean', false);
    const foreignKeys = option(rt, given, 'enableForeignKeyConstraints', 'boolean', true);
    const doubleQuoted = option(rt, given, 'enableDoubleQuotedStringLiterals', 'boolean', false);
    const allowExtension = option(rt, given, 'allowExtension', 'boolean', false);
    const timeout = given.timeout ?? 0;
    if (!Number.isInteger(timeout)) throw invalidType(rt, 'The "options.timeout" argument must be an integer.');
    const read = readOptions(given, { readBigInts: false, returnArrays: false, allowBareNamedParameters: true, allowUnknownNamedParameters: false });
    const defensive = option(rt, given, 'defensive', 'boolean', true);
    if (given.limits !== undefined && (typeof given.limits !== 'object' || given.limits === null)) throw invalidType(rt, 'The "options.limits" argument must be an object.');
    return { ...read, readOnly, foreignKeys, doubleQuoted, allowExtension, timeout, defensive, limits: given.limits ? checkedLimits(library, given.limits) : [] };
  }

  function connect(path: string, options: OpenOptions): Connection {
    const flags = OPEN.URI | (options.readOnly ? OPEN.READONLY : OPEN.READWRITE | OPEN.CREATE);
    const connection = library.withWords(1, (out) => {
      const code = library.withText([path, LOCKING_VFS], (at, vfs) => c.sqlite3_open_v2!(at, out, flags, vfs));
      const db = library.word(out);
      if (code === 0) return new Connection(library, db);
      const error = connectionError(library, db);
      c.sqlite3_close_v2!(db);
      throw error;
    });
    const configure = (what: number, on: boolean): void => connection.check(c.sqlite3__wasm_db_config_ip!(connection.db, what, on ? 1 : 0, 0));
    configure(CONFIG.DQS_DML, options.doubleQuoted);
    configure(CONFIG.DQS_DDL, options.doubleQuoted);
    configure(CONFIG.FOREIGN_KEYS, options.foreignKeys);
    configure(CONFIG.DEFENSIVE, options.defensive);
    c.sqlite3_busy_timeout!(connection.db, options.timeout);
    // This build makes databases with larger pages than Node's.
    connection.check(library.withText([`pragma page_size=${NODE_PAGE_SIZE}`], (at) => c.sqlite3_exec!(connection.db, at, 0, 0, 0)));
    for (const [limit, value] of options.limits) c.sqlite3_limit!(connection.db, limit, value);
    return connection;
  }

  const text = (value: unknown, name: string): string => {
    if (typeof value !== 'string') throw invalidType(rt, `The "${name}" argument must be a string.`);
    return value;
  };

  const compile = (connection: Connection, sql: string, options: ReadOptions): Statement => library.withWords(1, (out) => {
    connection.check(library.withText([sql], (at) => c.sqlite3_prepare_v2!(connection.db, at, -1, out, 0)));
    const handle = library.word(out);
    if (handle === 0) throw invalidValue(rt, 'The SQL query contains no statements.');
    return new Statement(connection, handle, options);
  });

  class DatabaseSync {
    #path: string;
    #options: OpenOptions;
    #connection: Connection | undefined;

    constructor(path: unknown, given?: unknown) {
      this.#path = databasePath(rt, path);
      const options = optionsObject(rt, given);
      const open = option(rt, options, 'open', 'boolean', true);
      this.#options = openOptions(options);
      const own = (name: string, get: () => unknown): void => void Object.defineProperty(this, name, { get, enumerable: true, configurable: false });
      own('isOpen', () => this.#connection !== undefined);
      own('isTransaction', () => c.sqlite3_get_autocommit!(this.#open().db) === 0);
      let limits: object | undefined;
      own('limits', () => {
        this.#open();
        return limits ??= limitsObject(library, () => this.#open());
      });
      Object.defineProperty(this, TAG, { value: 'node:sqlite', enumerable: true, configurable: false, writable: false });
      connections.set(this, () => this.#connection);
      if (open) this.#connection = connect(this.#path, this.#options);
    }

    #open(): Connection {
      if (!this.#connection) throw invalidState(rt, 'database is not open');
      return this.#connection;
    }

    open(): void {
      if (this.#connection) throw invalidState(rt, 'database is already open');
      this.#connection = connect(this.#path, this.#options);
    }

    close(): void {
      const connection = this.#open();
      connection.finalizeAll();
      connection.check(c.sqlite3_close_v2!(connection.db));
      authorized.delete(connection.db);
      functions.forget(connection);
      connection.db = 0;
      this.#connection = undefined;
    }

    prepare(sql: unknown, given?: unknown): object {
      const connection = this.#open();
      const query = text(sql, 'sql');
      return wrap(compile(connection, query, readOptions(optionsObject(rt, given), this.#options)));
    }

    exec(sql: unknown): void {
      const connection = this.#open();
      const query = text(sql, 'sql');
      connection.check(library.withText([query], (at) => c.sqlite3_exec!(connection.db, at, 0, 0, 0)));
    }

    function(name: unknown, options: unknown, fn?: unknown): void {
      functions.define(this.#open(), name, options, fn);
    }

    createTagStore(size: unknown = DEFAULT_STORE_SIZE): object {
      this.#open();
      if (typeof size !== 'number') throw invalidType(rt, 'The "maxSize" argument must be a positive integer.');
      if (!Number.isInteger(size) || size < 1) throw outOfRange(rt, 'The "maxSize" argument must be a positive integer.');
      return tagStore(library, { database: this, capacity: size, isOpen: () => this.#connection !== undefined, prepare: (sql) => compile(this.#open(), sql, { ...this.#options }), iterate });
    }

    location(name: unknown = 'main'): string | null {
      const connection = this.#open();
      const database = text(name, 'dbName');
      return library.withText([database], (at) => library.text(c.sqlite3_db_filename!(connection.db, at))) || null;
    }

    aggregate(name: unknown, options: unknown): void {
      functions.aggregate(this.#open(), name, options);
    }

    createSession(options?: unknown): object {
      return create(this.#open(), options);
    }

    applyChangeset(changeset: unknown, options?: unknown): boolean {
      return apply(this.#open(), changeset, options);
    }

    enableLoadExtension(allow: unknown): void {
      this.#open();
      if (typeof allow !== 'boolean') throw invalidType(rt, 'The "allow" argument must be a boolean.');
      if (allow && !this.#options.allowExtension) throw invalidState(rt, 'Cannot enable extension loading because it was disabled at database creation.');
    }

    enableDefensive(active: unknown): void {
      const connection = this.#open();
      if (typeof active !== 'boolean') throw invalidType(rt, 'The "active" argument must be a boolean.');
      connection.check(c.sqlite3__wasm_db_config_ip!(connection.db, CONFIG.DEFENSIVE, active ? 1 : 0, 0));
    }

    loadExtension(path: unknown): void {
      this.#open();
      if (!this.#options.allowExtension) throw invalidState(rt, 'extension loading is not allowed');
      const why = rt.permission ? 'Cannot load SQLite extensions when the permission model is enabled.' : `${text(path, 'path')}: extensions are machine code, which a browser does not run`;
      throw Object.assign(new rt.primordials.Error(why), { code: 'ERR_LOAD_SQLITE_EXTENSION' });
    }

    serialize(name: unknown = 'main'): Uint8Array {
      const connection = this.#open();
      const database = text(name, 'dbName');
      const pages = serialize(connection, database);
      if (!pages) throw connectionError(library, connection.db);
      return pages.bytes;
    }

    deserialize(buffer: unknown, given?: unknown): void {
      const connection = this.#open();
      if (!(buffer instanceof rt.primordials.Uint8Array)) throw invalidType(rt, 'The "buffer" argument must be a Uint8Array.');
      const bytes = buffer as Uint8Array;
      if (bytes.length === 0) throw invalidValue(rt, 'The "buffer" argument must not be empty.');
      const name = option(rt, optionsObject(rt, given), 'dbName', 'string', 'main');
      connection.finalizeAll();
      const at = library.put(bytes);
      const size = BigInt(bytes.length);
      connection.check(library.withText([name], (text_) => c.sqlite3_deserialize!(connection.db, text_, at, size, size, DESERIALIZE.FREEONCLOSE | DESERIALIZE.RESIZEABLE)));
    }

    setAuthorizer(callback: unknown): void {
      const connection = this.#open();
      if (callback !== null && typeof callback !== 'function') throw invalidType(rt, 'The "callback" argument must be a function or null.');
      connection.authorizer = callback as Function | null;
      authorized.set(connection.db, connection);
      connection.check(c.sqlite3_set_authorizer!(connection.db, callback === null ? 0 : authorizer, connection.db));
    }

    [Symbol.dispose](): void {
      if (this.#connection) this.close();
    }
  }
  const outer = exposeClass(rt, 'DatabaseSync', DatabaseSync, () => Object.assign(new rt.primordials.TypeError('Cannot call constructor without `new`'), { code: 'ERR_CONSTRUCT_CALL_REQUIRED' }));
  return { DatabaseSync: outer, StatementSync, Session, connectionOf: (database) => (typeof database === 'object' && database !== null ? connections.get(database)?.() : undefined) };
}
