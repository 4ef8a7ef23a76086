/** Values between JavaScript and SQLite. */
import type { Connection } from './connection.ts';
import { connectionError, invalidType, invalidValue, outOfRange } from './errors.ts';
import type { Library } from './library.ts';

const TYPE = { INTEGER: 1, FLOAT: 2, TEXT: 3, BLOB: 4, NULL: 5 } as const;
const MAX_SAFE = 9007199254740991n;
/** The bytes are copied by SQLite during the call. */
const TRANSIENT = -1;

/** Reads one value through a family of accessors: `sqlite3_column_` with (statement, column), `sqlite3_value_` with (value). */
function read(library: Library, family: 'sqlite3_column_' | 'sqlite3_value_', args: number[], bigInts: boolean): unknown {
  const { c, rt } = library;
  const get = (name: string): any => c[family + name]!(...args);
  switch (get('type')) {
    case TYPE.INTEGER: {
      const value: bigint = get('int64');
      if (bigInts) return value;
      if (value > MAX_SAFE || value < -MAX_SAFE) throw outOfRange(rt, `Value is too large to be represented as a JavaScript number: ${value}`);
      return Number(value);
    }
    case TYPE.FLOAT: return get('double');
    case TYPE.TEXT: {
      const at = get('text');
      return library.decode(library.bytes(at, get('bytes')));
    }
    case TYPE.BLOB: {
      const at = get('blob');
      return new rt.primordials.Uint8Array(library.bytes(at, get('bytes')));
    }
    default: return null;
  }
}

/** @throws RangeError ERR_OUT_OF_RANGE for an integer that a number cannot hold, unless `bigInts` */
export const columnValue = (library: Library, statement: number, column: number, bigInts: boolean): unknown => read(library, 'sqlite3_column_', [statement, column], bigInts);
export const argumentValue = (library: Library, value: number, bigInts: boolean): unknown => read(library, 'sqlite3_value_', [value], bigInts);

/** The bytes of any view or buffer, or undefined. */
export function viewBytes(value: unknown): Uint8Array | undefined {
  return ArrayBuffer.isView(value) ? new Uint8Array(value.buffer, value.byteOffset, value.byteLength) : undefined;
}

/** Binds a value to a parameter. @throws TypeError for what SQLite has no type for, an error of SQLite's for an index out of range */
export function bindValue(connection: Connection, statement: number, index: number, value: unknown): void {
  const { library } = connection;
  const { c, rt } = library;
  let code: number;
  const bytes = viewBytes(value);
  if (typeof value === 'number') code = c.sqlite3_bind_double!(statement, index, value);
  else if (typeof value === 'boolean') code = c.sqlite3_bind_int!(statement, index, value ? 1 : 0);
  else if (typeof value === 'string') {
    const text = library.encode(value);
    const at = library.put(text);
    code = c.sqlite3_bind_text!(statement, index, at, text.length, TRANSIENT);
    c.sqlite3_free!(at);
  } else if (value === null) code = c.sqlite3_bind_null!(statement, index);
  else if (bytes) {
    const at = library.put(bytes);
    code = c.sqlite3_bind_blob!(statement, index, at, bytes.length, TRANSIENT);
    c.sqlite3_free!(at);
  } else if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) throw invalidValue(rt, 'BigInt value is too large to bind.');
    code = c.sqlite3_bind_int64!(statement, index, value);
  } else throw invalidType(rt, `Provided value cannot be bound to SQLite parameter ${index}.`);
  if (code !== 0) throw connectionError(library, connection.db);
}

/** Hands a function's result to SQLite; what has no type there becomes the query's error. */
export function returnValue(library: Library, context: number, value: unknown): void {
  const { c, rt } = library;
  const bytes = viewBytes(value);
  if (value === undefined || value === null) c.sqlite3_result_null!(context);
  else if (typeof value === 'number') c.sqlite3_result_double!(context, value);
  else if (typeof value === 'string') {
    const text = library.encode(value);
    const at = library.put(text);
    c.sqlite3_result_text!(context, at, text.length, TRANSIENT);
    c.sqlite3_free!(at);
  } else if (bytes) {
    const at = library.put(bytes);
    c.sqlite3_result_blob!(context, at, bytes.length, TRANSIENT);
    c.sqlite3_free!(at);
  } else if (typeof value === 'bigint') {
    if (BigInt.asIntN(64, value) !== value) resultError(library, context, 'BigInt value is too large for SQLite');
    else c.sqlite3_result_int64!(context, value);
  } else if (rt.internalBinding('types').isPromise(value)) resultError(library, context, 'Asynchronous user-defined functions are not supported');
  else resultError(library, context, 'Returned JavaScript value cannot be converted to a SQLite value');
}

export function resultError(library: Library, context: number, message: string): void {
  library.withText([message], (at) => library.c.sqlite3_result_error!(context, at, -1));
}

