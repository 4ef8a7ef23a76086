/** In the place of the native part of sqlite3 (the one with callbacks), over Node's own SQLite: what is asked of a database is done in its order, a step of the loop each. */
'use strict';
const { existsSync } = require('node:fs');
const { DatabaseSync } = require('node:sqlite');

const CODES = 'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(' ');
const OPEN = { OPEN_READONLY: 1, OPEN_READWRITE: 2, OPEN_CREATE: 4, OPEN_URI: 0x40, OPEN_FULLMUTEX: 0x10000, OPEN_SHAREDCACHE: 0x20000, OPEN_PRIVATECACHE: 0x40000 };

const failure = (name, message) => Object.assign(new Error(`SQLITE_${name}: ${message}`), { errno: CODES.indexOf(name), code: `SQLITE_${name}` });
const told = (error) => (error?.code === 'ERR_SQLITE_ERROR' ? failure(CODES[error.errcode & 0xff] ?? 'ERROR', error.message) : error);
const missing = (what) => function () {
  throw Object.assign(new Error(`sqlite3: ${what} is not available in this sandbox, where it runs over node:sqlite`), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
};

/** As the native part binds them. */
function bindable(value) {
  if (value === undefined || value === null) return null;
  if (typeof value === 'boolean') return Number(value);
  if (value instanceof Date) return value.getTime();
  return /^(number|string|bigint)$/.test(typeof value) || ArrayBuffer.isView(value) ? value : String(value);
}

function cell(value) {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
}

const rowOf = (found) => Object.fromEntries(Object.entries(found).map(([name, value]) => [name, cell(value)]));

class Database {
  #inner; #queue = []; #busy = false;

  constructor(filename, mode, callback) {
    if (typeof mode === 'function') [mode, callback] = [undefined, mode];
    if (typeof filename !== 'string') throw new TypeError('Argument 0 must be a string');
    const flags = mode ?? OPEN.OPEN_READWRITE | OPEN.OPEN_CREATE;
    for (const [name, value] of Object.entries({ filename, mode: flags })) Object.defineProperty(this, name, { value, enumerable: true });
    Object.defineProperty(this, 'open', { get: () => this.#inner?.isOpen === true, enumerable: true });
    this.enqueue(() => {
      if (!(flags & OPEN.OPEN_CREATE) && filename !== ':memory:' && !existsSync(filename)) throw failure('CANTOPEN', 'unable to open database file');
      this.#inner = new DatabaseSync(filename === '' ? ':memory:' : filename, { readOnly: (flags & OPEN.OPEN_READONLY) !== 0, enableForeignKeyConstraints: false, enableDoubleQuotedStringLiterals: true });
      return () => this.emit('open');
    }, callback, this, true);
  }

  /** Does it when its turn comes, and calls back with what it gives. A function that it gives is called after that. */
  enqueue(work, callback, target = this, opening = false) {
    this.#queue.push(() => {
      let error = null;
      let result;
      try {
        if (!opening && !this.open) throw failure('MISUSE', 'Database is closed');
        result = work(this.#inner);
      } catch (caught) {
        error = told(caught);
      }
      if (typeof callback === 'function') callback.call(target, ...error ? [error] : [null, ...Array.isArray(result) ? result : []]);
      else if (error) target.emit('error', error);
      if (typeof result === 'function') result();
    });
    this.#next();
    return target;
  }

  #next() {
    if (this.#busy || this.#queue.length === 0) return;
    this.#busy = true;
    setImmediate(() => {
      this.#busy = false;
      const work = this.#queue.shift();
      // What fails in a callback ends the program, or is caught by it: the rest has its turn all the same.
      this.#next();
      work();
    });
  }

  exec(sql, callback) { return this.enqueue((inner) => { inner.exec(sql); }, callback); }

  close(callback) {
    return this.enqueue((inner) => {
      inner.close();
      return () => this.emit('close');
    }, callback);
  }

  wait(callback) { return this.enqueue(() => undefined, callback); }

  serialize(run) {
    run?.call(this);
    return this;
  }

  parallelize(run) { return this.serialize(run); }

  configure(option, value) {
    if (option === 'busyTimeout') this.enqueue((inner) => { inner.exec(`PRAGMA busy_timeout = ${Number(value)}`); });
    else if (option === 'trace') this.traces = value;
    else missing(`configure('${option}')`)();
    return this;
  }

  interrupt() {}
}
Database.prototype.loadExtension = missing('loadExtension()');

class Statement {
  #database; #inner; #bound = []; #rows; #finalized = false;

  constructor(database, sql, callback) {
    if (!(database instanceof Database)) throw new TypeError('Database object expected');
    if (typeof sql !== 'string') throw new TypeError('SQL query expected');
    this.#database = database;
    Object.defineProperty(this, 'sql', { value: sql, enumerable: true });
    database.enqueue((inner) => {
      this.#inner = inner.prepare(sql);
      this.#inner.setReadBigInts(true);
      this.#inner.setAllowUnknownNamedParameters(true);
    }, callback, this);
  }

  #do(args, work, { binds = true } = {}) {
    const callback = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    // What is undefined is not bound: knex gives one to statements without parameters.
    const all = args.length === 1 && Array.isArray(args[0]) ? args[0] : args;
    const given = all.slice(0, all.findLastIndex((value) => value !== undefined) + 1);
    const [first] = given;
    const named = given.length === 1 && typeof first === 'object' && first !== null && !(first instanceof Date) && !ArrayBuffer.isView(first);
    const values = named ? [Object.fromEntries(Object.entries(first).map(([name, value]) => [name, bindable(value)]))] : given.map(bindable);
    const database = this.#database;
    const perform = () => {
      if (!database.open) throw failure('MISUSE', 'Database is closed');
      if (this.#finalized) throw failure('MISUSE', 'Statement is already finalized');
      if (binds && values.length > 0) {
        this.#bound = values;
        this.#rows = undefined;
      }
      const result = work(this.#bound, callback);
      if (database.traces) database.emit('trace', this.#inner.expandedSQL);
      return result;
    };
    // One that could not be prepared has told so; of what was asked of it nothing more is heard.
    database.enqueue(() => (this.#inner === undefined ? undefined : this.#answered(perform, callback)), undefined, this, true);
    return this;
  }

  #answered(perform, callback) {
    let error = null;
    let result = [];
    try {
      result = perform() ?? [];
    } catch (caught) {
      error = told(caught);
    }
    return () => {
      if (callback !== undefined) callback.call(this, ...error ? [error] : [null, ...result]);
      else if (error) this.emit('error', error);
    };
  }

  bind(...args) { return this.#do(args, () => undefined); }

  run(...args) {
    return this.#do(args, (bound) => {
      const { changes, lastInsertRowid } = this.#inner.run(...bound);
      Object.assign(this, { lastID: Number(lastInsertRowid), changes: Number(changes) });
    });
  }

  get(...args) {
    return this.#do(args, (bound) => {
      this.#rows ??= this.#inner.iterate(...bound);
      const { done, value } = this.#rows.next();
      if (done) this.#rows = undefined;
      return done ? [] : [rowOf(value)];
    });
  }

  all(...args) { return this.#do(args, (bound) => [this.#inner.all(...bound).map(rowOf)]); }

  each(...args) {
    const complete = typeof args.at(-2) === 'function' ? args.pop() : undefined;
    const each = typeof args.at(-1) === 'function' ? args.pop() : undefined;
    return this.#do([...args, (error, rows = []) => {
      if (error) return complete ? complete.call(this, error) : each?.call(this, error);
      for (const row of rows) each?.call(this, null, row);
      complete?.call(this, null, rows.length);
    }], (bound) => [this.#inner.all(...bound).map(rowOf)]);
  }

  reset(callback) {
    return this.#do(callback ? [callback] : [], () => void (this.#rows = undefined), { binds: false });
  }

  finalize(callback) {
    this.#do(callback ? [callback] : [], () => {
      this.#rows = undefined;
      this.#finalized = true;
    }, { binds: false });
    return this.#database;
  }
}

const memory = new DatabaseSync(':memory:');
const { v: VERSION, s: SOURCE_ID } = memory.prepare('select sqlite_version() as v, sqlite_source_id() as s').get();
memory.close();
const [major, minor, patch] = VERSION.split('.').map(Number);

module.exports = { Database, Statement, Backup: missing('backup()'), ...OPEN, VERSION, SOURCE_ID, VERSION_NUMBER: major * 1e6 + minor * 1e3 + patch, ...Object.fromEntries(CODES.map((name, code) => [name, code])) };
