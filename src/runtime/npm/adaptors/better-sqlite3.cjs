/** In the place of the native part of better-sqlite3: its databases and statements over Node's own SQLite. */
'use strict';
const { existsSync, readFileSync, rmSync } = require('node:fs');
const { tmpdir } = require('node:os');
const { join } = require('node:path');
const { DatabaseSync } = require('node:sqlite');

const PRIMARY = 'OK ERROR INTERNAL PERM ABORT BUSY LOCKED NOMEM READONLY INTERRUPT IOERR CORRUPT NOTFOUND FULL CANTOPEN PROTOCOL EMPTY SCHEMA TOOBIG CONSTRAINT MISMATCH MISUSE NOLFS AUTH FORMAT RANGE NOTADB'.split(' ');
const CONSTRAINT = ['', 'CHECK', 'COMMITHOOK', 'FOREIGNKEY', 'FUNCTION', 'NOTNULL', 'PRIMARYKEY', 'TRIGGER', 'UNIQUE', 'VTAB', 'ROWID', 'PINNED', 'DATATYPE'];
const DEFAULT = 2;

let SqliteError = Error;
/** From its 13th version on, which begins with `initialize`, `run` takes statements that return data as well. */
let runsAll = false;

const missing = (what) => () => {
  throw Object.assign(new Error(`better-sqlite3: ${what} is not available in this sandbox, where it runs over node:sqlite`), { code: 'ERR_TABLOOM_NOT_AVAILABLE' });
};

/** Runs it, and throws SQLite's errors as this package has them. */
function told(run) {
  try {
    return run();
  } catch (error) {
    if (error?.code !== 'ERR_SQLITE_ERROR') throw error;
    const primary = error.errcode & 0xff;
    const more = primary === 19 && CONSTRAINT[error.errcode >> 8];
    throw new SqliteError(error.message, `SQLITE_${PRIMARY[primary] ?? 'UNKNOWN'}${more ? `_${more}` : ''}`);
  }
}

const isPlain = (value) => typeof value === 'object' && value !== null && [Object.prototype, null].includes(Object.getPrototypeOf(value));

/** How many parameters a statement has without a name, and the names of the others. */
function parametersOf(sql) {
  const named = new Set();
  let count = 0;
  for (const [word] of sql.matchAll(/'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[^]*?\*\/|\?\d*|(?<![\w$])[:@$][A-Za-z_\u0080-\uffff][\w$\u0080-\uffff]*/g)) {
    if (word[0] === '?') count = word.length > 1 ? Math.max(count, Number(word.slice(1))) : count + 1;
    else if (/^[:@$]/.test(word)) named.add(word.slice(1));
  }
  return { count, named };
}

const isBlank = (sql) => !/[^\s;]/.test(sql.replace(/--[^\n]*|\/\*[^]*?\*\//g, ''));

class Statement {
  #made; #statement; #parameters; #columns; #bound; #safe; #shape = 'object';

  constructor(made, source, database, isPragma) {
    this.#made = made;
    this.#statement = told(() => made.inner.prepare(source));
    this.#statement.setReadBigInts(true);
    this.#statement.setReturnArrays(true);
    this.#statement.setAllowUnknownNamedParameters(true);
    this.#parameters = parametersOf(source);
    this.#columns = this.#statement.columns();
    this.#safe = made.safe;
    if (!isBlank(source.slice(this.#statement.sourceSQL.length))) throw new RangeError('The supplied SQL string contains more than one statement');
    const reader = isPragma || this.#columns.length > 0;
    for (const [name, value] of Object.entries({ reader, readonly: reader && !/^\W*(insert|update|delete|replace)\b/i.test(source), source, database })) Object.defineProperty(this, name, { value, enumerable: true });
  }

  get busy() { return false; }

  #values(args) {
    if (this.#bound !== undefined) {
      if (args.length > 0) throw new TypeError('This statement already has bound parameters');
      return this.#bound;
    }
    const positional = [];
    let names;
    for (const arg of args) {
      if (Array.isArray(arg)) positional.push(...arg);
      else if (isPlain(arg)) {
        if (names !== undefined) throw new TypeError('You cannot specify named parameters in two different objects');
        names = arg;
      } else positional.push(arg);
    }
    const { count, named } = this.#parameters;
    if (named.size > 0 && names === undefined) throw new TypeError('Missing named parameters');
    for (const name of named) if (!(name in names)) throw new RangeError(`Missing named parameter "${name}"`);
    if (positional.length !== count) throw new RangeError(`Too ${positional.length < count ? 'few' : 'many'} parameter values were provided`);
    const values = [...named.size > 0 ? [Object.fromEntries([...named].map((name) => [name, names[name] ?? null]))] : [], ...positional.map((value) => value ?? null)];
    for (const value of named.size > 0 ? [...Object.values(values[0]), ...values.slice(1)] : values) {
      if (value !== null && !/^(number|string|bigint)$/.test(typeof value) && !ArrayBuffer.isView(value)) throw new TypeError('SQLite3 can only bind numbers, strings, bigints, buffers, and null');
    }
    return values;
  }

  #tell() {
    this.#made.verbose?.(this.#statement.expandedSQL);
  }

  #cell = (value) => {
    if (typeof value === 'bigint') return this.#safe ? value : Number(value);
    return value instanceof Uint8Array ? Buffer.from(value.buffer, value.byteOffset, value.byteLength) : value;
  };

  #row(cells) {
    if (this.#shape === 'pluck') return this.#cell(cells[0]);
    if (this.#shape === 'raw') return cells.map(this.#cell);
    const row = {};
    for (const [at, { name, table }] of this.#columns.entries()) {
      const into = this.#shape === 'expand' ? row[table ?? '$'] ??= {} : row;
      into[name] = this.#cell(cells[at]);
    }
    return row;
  }

  #reading() {
    if (!this.reader) throw new TypeError('This statement does not return data. Use run() instead');
  }

  run(...args) {
    if (this.reader && !runsAll) throw new TypeError('This statement returns data. Use get(), all(), or iterate() instead');
    const { changes, lastInsertRowid } = told(() => this.#statement.run(...this.#values(args)));
    this.#tell();
    // SQLite counts changes of the last statement that made any.
    return { changes: this.readonly ? 0 : Number(changes), lastInsertRowid: this.#safe ? BigInt(lastInsertRowid) : Number(lastInsertRowid) };
  }

  get(...args) {
    this.#reading();
    const cells = told(() => this.#statement.get(...this.#values(args)));
    this.#tell();
    return cells === undefined ? undefined : this.#row(cells);
  }

  all(...args) {
    this.#reading();
    const rows = told(() => this.#statement.all(...this.#values(args)));
    this.#tell();
    return rows.map((cells) => this.#row(cells));
  }

  * #each(values) {
    const rows = told(() => this.#statement.iterate(...values));
    this.#tell();
    for (let next = told(() => rows.next()); !next.done; next = told(() => rows.next())) yield this.#row(next.value);
  }

  iterate(...args) {
    this.#reading();
    return this.#each(this.#values(args));
  }

  bind(...args) {
    this.#bound = this.#values(args);
    return this;
  }

  #as(shape, on = true) {
    this.#reading();
    if (on) this.#shape = shape;
    else if (this.#shape === shape) this.#shape = 'object';
    return this;
  }

  pluck(on) { return this.#as('pluck', on); }
  raw(on) { return this.#as('raw', on); }
  expand(on) { return this.#as('expand', on); }

  safeIntegers(on = true) {
    this.#safe = on;
    return this;
  }

  columns() {
    this.#reading();
    return this.#columns.map(({ name, column, table, database, type }) => ({ name, column, table, database, type }));
  }
}

class Database {
  constructor(filename, filenameGiven, anonymous, readonly, fileMustExist, timeout, verbose, buffer, fd) {
    if (buffer || fd != null) missing('a database out of a buffer or descriptor')();
    if (fileMustExist && !anonymous && !existsSync(filename)) throw new SqliteError('unable to open database file', 'SQLITE_CANTOPEN');
    const inner = told(() => new DatabaseSync(anonymous ? ':memory:' : filename, { readOnly: readonly, timeout }));
    Object.assign(this, { inner, name: filenameGiven, memory: anonymous, readonly, verbose, safe: false });
  }

  get open() { return this.inner.isOpen; }
  get inTransaction() { return this.open && this.inner.isTransaction; }

  #opened() {
    if (!this.open) throw new TypeError('The database connection is not open');
    return this.inner;
  }

  prepare(sql, database, isPragma) {
    if (typeof sql !== 'string') throw new TypeError('Expected first argument to be a string');
    this.#opened();
    if (isBlank(sql)) throw new RangeError('The supplied SQL string contains no statements');
    return new Statement(this, sql, database, isPragma);
  }

  exec(sql) {
    if (typeof sql !== 'string') throw new TypeError('Expected first argument to be a string');
    this.verbose?.(sql);
    told(() => this.#opened().exec(sql));
  }

  close() {
    if (this.open) this.inner.close();
  }

  defaultSafeIntegers(on = true) {
    this.safe = on;
  }

  function(run, name, argCount, safe, deterministic, directOnly) {
    told(() => this.#opened().function(name, { deterministic, directOnly, varargs: argCount < 0, useBigIntArguments: safe === DEFAULT ? this.safe : !!safe }, run));
  }

  aggregate(start, step, inverse, result, name, argCount, safe, _deterministic, directOnly) {
    told(() => this.#opened().aggregate(name, { start, step, ...inverse && { inverse }, ...result && { result }, directOnly, varargs: argCount < 0, useBigIntArguments: safe === DEFAULT ? this.safe : !!safe }));
  }

  serialize(attached) {
    const path = join(tmpdir(), `serialize-${process.pid}-${process.hrtime.bigint()}.db`);
    try {
      told(() => this.#opened().exec(`VACUUM "${attached.replaceAll('"', '""')}" INTO '${path.replaceAll("'", "''")}'`));
      return readFileSync(path);
    } finally {
      rmSync(path, { force: true });
    }
  }
}
Object.assign(Database.prototype, { unsafeMode() {}, backup: missing('backup()'), table: missing('table()'), loadExtension: missing('loadExtension()') });

const setErrorConstructor = (own) => void (SqliteError = own);
const initialize = (own) => {
  setErrorConstructor(own);
  runsAll = true;
};

module.exports = { Database, Statement, initialize, setErrorConstructor };
