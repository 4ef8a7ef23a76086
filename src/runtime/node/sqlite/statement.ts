/** `StatementSync` and its iterator. */
import type { Internal } from '../runtime.ts';
import type { Connection, Dependent } from './connection.ts';
import { CODE, illegalConstructor, invalidState, invalidType, sqliteError } from './errors.ts';
import { exposeClass } from './expose-class.ts';
import type { Library } from './library.ts';
import { bindValue, columnValue, viewBytes } from './values.ts';

export interface ReadOptions { readBigInts: boolean; returnArrays: boolean; allowBareNamedParameters: boolean; allowUnknownNamedParameters: boolean }

/** The compiled statement behind the object the program has. */
export class Statement implements Dependent {
  readonly connection: Connection;
  readonly options: ReadOptions;
  handle: number;
  /** Grows with every reset: an iterator of an earlier run is over. */
  runs = 0;
  /** Bare names of parameters and the full ones. */
  private names: Map<string, string> | undefined;

  constructor(connection: Connection, handle: number, options: ReadOptions) {
    this.connection = connection;
    this.handle = handle;
    this.options = options;
    connection.dependents.add(this);
  }

  finalize(): void {
    if (this.handle !== 0) this.connection.library.c.sqlite3_finalize!(this.handle);
    this.handle = 0;
    this.connection.dependents.delete(this);
  }

  /** @throws Error ERR_INVALID_STATE */
  alive(): this {
    if (this.handle === 0) throw invalidState(this.connection.library.rt, 'statement has been finalized');
    return this;
  }

  /** Ready for a new run with these arguments. */
  begin(args: unknown[]): void {
    const { library } = this.connection;
    this.runs++;
    this.connection.check(library.c.sqlite3_reset!(this.handle));
    this.connection.check(library.c.sqlite3_clear_bindings!(this.handle));
    let first = 0;
    // A function is an object too, as in Node.
    if ((typeof args[0] === 'object' && args[0] !== null && !viewBytes(args[0])) || typeof args[0] === 'function') {
      this.bindNamed(args[0] as Internal);
      first = 1;
    }
    let index = 1;
    for (const value of args.slice(first)) {
      while (library.c.sqlite3_bind_parameter_name!(this.handle, index) !== 0 && !/^\?/.test(library.text(library.c.sqlite3_bind_parameter_name!(this.handle, index))!)) index++;
      bindValue(this.connection, this.handle, index++, value);
    }
  }

  private bindNamed(values: Internal): void {
    const { library } = this.connection;
    const indexOf = (name: string): number => library.withText([name], (at) => library.c.sqlite3_bind_parameter_index!(this.handle, at));
    const { allowBareNamedParameters, allowUnknownNamedParameters } = this.options;
    if (allowBareNamedParameters) this.names ??= this.bareNames();
    for (const key of Object.keys(values)) {
      let index = indexOf(key);
      if (index === 0 && allowBareNamedParameters && this.names!.has(key)) index = indexOf(this.names!.get(key)!);
      if (index === 0) {
        if (allowUnknownNamedParameters) continue;
        throw invalidState(library.rt, `Unknown named parameter '${key}'`);
      }
      bindValue(this.connection, this.handle, index, values[key]);
    }
  }

  private bareNames(): Map<string, string> {
    const { library } = this.connection;
    const names = new Map<string, string>();
    for (let i = 1; i <= library.c.sqlite3_bind_parameter_count!(this.handle); i++) {
      const full = library.text(library.c.sqlite3_bind_parameter_name!(this.handle, i));
      if (full === null) continue;
      const bare = full.slice(1);
      const other = names.get(bare);
      if (other !== undefined && other !== full) throw invalidState(library.rt, `Cannot create bare named parameter '${bare}' because of conflicting names '${other}' and '${full}'.`);
      names.set(bare, full);
    }
    return names;
  }

  /** True when there is a row. */
  step(): boolean {
    const code = this.connection.library.c.sqlite3_step!(this.handle);
    this.connection.check(code, CODE.ROW, CODE.DONE);
    return code === CODE.ROW;
  }

  reset(): void {
    this.connection.library.c.sqlite3_reset!(this.handle);
  }

  get columns(): number {
    return this.connection.library.c.sqlite3_column_count!(this.handle);
  }

  row(): unknown {
    const { library } = this.connection;
    const { readBigInts, returnArrays } = this.options;
    const values = Array.from({ length: this.columns }, (_, i) => columnValue(library, this.handle, i, readBigInts));
    if (returnArrays) return values;
    const row = Object.create(null);
    values.forEach((value, i) => Object.defineProperty(row, library.text(library.c.sqlite3_column_name!(this.handle, i))!, { value, writable: true, enumerable: true, configurable: true }));
    return row;
  }

  all(args: unknown[]): unknown[] {
    this.alive().begin(args);
    try {
      const rows = [];
      while (this.step()) rows.push(this.row());
      return rows;
    } finally {
      this.reset();
    }
  }

  get(args: unknown[]): unknown {
    this.alive().begin(args);
    try {
      return this.step() && this.columns > 0 ? this.row() : undefined;
    } finally {
      this.reset();
    }
  }

  run(args: unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint } {
    this.alive().begin(args);
    try {
      this.step();
      // SQLite counts the changes of one that returns rows when it is done with it.
      this.reset();
      const { c } = this.connection.library;
      const number = (value: bigint): number | bigint => (this.options.readBigInts ? value : Number(value));
      return { changes: number(c.sqlite3_changes64!(this.connection.db)), lastInsertRowid: number(c.sqlite3_last_insert_rowid!(this.connection.db)) };
    } finally {
      this.reset();
    }
  }
}

export interface StatementClasses { StatementSync: Function; wrap(statement: Statement): object; iterate(statement: Statement, args: unknown[]): object }

/** The classes as the program sees them. */
export function statementClasses({ rt }: Library): StatementClasses {
  let making: Statement | undefined;
  /** A statement whose object the program dropped is finalized, as in Node: a database lives long, and may see many. */
  const dropped = new rt.native.FinalizationRegistry<Statement>((statement) => statement.finalize());
  /** The program's object of an iterator's statement, which is not dropped while its rows are read. */
  const owners = new WeakMap<object, object>();

  class StatementSync {
    #statement: Statement;
    constructor() {
      if (!making) throw illegalConstructor(rt);
      const statement = this.#statement = making;
      making = undefined;
      dropped.register(this, statement);
      const { library } = statement.connection;
      const own = (name: string, get: () => string): void => void Object.defineProperty(this, name, { get, enumerable: true, configurable: false });
      own('sourceSQL', () => library.text(library.c.sqlite3_sql!(statement.alive().handle))!);
      own('expandedSQL', () => {
        const at = library.c.sqlite3_expanded_sql!(statement.alive().handle);
        if (at === 0) throw sqliteError(library, 'Expanded SQL text would exceed configured limits');
        const text = library.text(at)!;
        library.c.sqlite3_free!(at);
        return text;
      });
    }

    iterate(...args: unknown[]): object {
      const iterator = iterate(this.#statement, args);
      owners.set(iterator, this);
      return iterator;
    }

    all(...args: unknown[]): unknown[] {
      return this.#statement.all(args);
    }

    get(...args: unknown[]): unknown {
      return this.#statement.get(args);
    }

    run(...args: unknown[]): object {
      return this.#statement.run(args);
    }

    columns(): object[] {
      const { handle, connection: { library }, columns } = this.#statement.alive();
      const text = (what: string, i: number): string | null => library.text(library.c[`sqlite3_column_${what}`]!(handle, i));
      return Array.from({ length: columns }, (_, i) => Object.assign(Object.create(null), {
        column: text('origin_name', i), database: text('database_name', i), name: text('name', i), table: text('table_name', i), type: text('decltype', i),
      }));
    }

    setAllowBareNamedParameters(allow: unknown): void {
      this.#set('allowBareNamedParameters', allow);
    }

    setAllowUnknownNamedParameters(enabled: unknown): void {
      this.#set('allowUnknownNamedParameters', enabled, 'enabled');
    }

    setReadBigInts(readBigInts: unknown): void {
      this.#set('readBigInts', readBigInts);
    }

    setReturnArrays(returnArrays: unknown): void {
      this.#set('returnArrays', returnArrays);
    }

    #set(name: keyof ReadOptions, value: unknown, called: string = name): void {
      this.#statement.alive();
      if (typeof value !== 'boolean') throw invalidType(rt, `The "${called}" argument must be a boolean.`);
      this.#statement.options[name] = value;
    }
  }

  let iterating: [Statement, number] | undefined;
  const result = (done: boolean, value: unknown): object => Object.assign(Object.create(null), { done, value });

  class StatementSyncIterator {
    #statement: Statement;
    #run: number;
    #done = false;
    constructor() {
      if (!iterating) throw illegalConstructor(rt);
      [this.#statement, this.#run] = iterating;
      iterating = undefined;
    }

    next(): object {
      this.#statement.alive();
      if (this.#done) return result(true, null);
      this.#current();
      let found = false;
      try {
        found = this.#statement.step();
        if (found) return result(false, this.#statement.row());
      } finally {
        if (!found) this.#end();
      }
      return result(true, null);
    }

    return(): object {
      this.#statement.alive();
      if (this.#run === this.#statement.runs) this.#end();
      this.#done = true;
      return result(true, null);
    }

    #current(): void {
      if (this.#run !== this.#statement.runs) throw invalidState(rt, 'iterator was invalidated');
    }

    #end(): void {
      this.#statement.reset();
      this.#done = true;
    }
  }
  const outer = exposeClass(rt, 'StatementSync', StatementSync);
  exposeClass(rt, 'StatementSyncIterator', StatementSyncIterator);
  Object.setPrototypeOf(StatementSyncIterator.prototype, rt.primordials.IteratorPrototype ?? Object.getPrototypeOf(Object.getPrototypeOf([][Symbol.iterator]())));

  function iterate(statement: Statement, args: unknown[]): object {
    statement.alive().begin(args);
    iterating = [statement, statement.runs];
    return new StatementSyncIterator();
  }

  return {
    StatementSync: outer,
    iterate,
    wrap(statement) {
      making = statement;
      return new StatementSync();
    },
  };
}
