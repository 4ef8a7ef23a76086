/** Errors of `node:sqlite`, as `src/node_sqlite.cc` makes them. */
import type { NodeRuntime } from '../runtime.ts';
import type { Library } from './library.ts';

/** Result codes of SQLite used here. */
export const CODE = { OK: 0, ERROR: 1, BUSY: 5, LOCKED: 6, NOMEM: 7, CORRUPT: 11, CANTOPEN: 14, ROW: 100, DONE: 101 } as const;

/** The last error of a connection. */
export function connectionError(library: Library, db: number): Error {
  const code = library.c.sqlite3_extended_errcode!(db);
  return sqliteError(library, library.text(library.c.sqlite3_errmsg!(db))!, code, library.text(library.c.sqlite3_errstr!(code))!);
}

/** An error with a code of SQLite's; `text` is what SQLite calls the code. */
export function sqliteError({ rt }: Library, message: string, errcode?: number, text?: string): Error {
  const error = new rt.primordials.Error(message);
  // The place where the program called, not this file's.
  rt.native.Error.captureStackTrace?.(error, sqliteError);
  return Object.assign(error, { code: 'ERR_SQLITE_ERROR', ...(errcode === undefined ? {} : { errcode }), ...(text === undefined ? {} : { errstr: text }) });
}

function coded(rt: NodeRuntime, kind: 'Error' | 'TypeError' | 'RangeError', code: string, message: string): Error {
  return Object.assign(new rt.primordials[kind](message), { code });
}

export const invalidType = (rt: NodeRuntime, message: string): Error => coded(rt, 'TypeError', 'ERR_INVALID_ARG_TYPE', message);
export const invalidValue = (rt: NodeRuntime, message: string): Error => coded(rt, 'TypeError', 'ERR_INVALID_ARG_VALUE', message);
export const outOfRange = (rt: NodeRuntime, message: string): Error => coded(rt, 'RangeError', 'ERR_OUT_OF_RANGE', message);
export const invalidState = (rt: NodeRuntime, message: string): Error => coded(rt, 'Error', 'ERR_INVALID_STATE', message);
export const illegalConstructor = (rt: NodeRuntime): Error => coded(rt, 'Error', 'ERR_ILLEGAL_CONSTRUCTOR', 'Illegal constructor');

/** The value of an option that must be of this type when it is given. */
export function option<T>(rt: NodeRuntime, options: any, name: string, type: 'boolean' | 'string' | 'function', otherwise: T): T {
  const value = options[name];
  if (value === undefined) return otherwise;
  if (typeof value !== type) throw invalidType(rt, `The "options.${name}" argument must be a ${type}.`);
  return value;
}

/** The options object itself. */
export function optionsObject(rt: NodeRuntime, options: unknown): any {
  if (options === undefined) return {};
  if (typeof options !== 'object' && typeof options !== 'function' || options === null) throw invalidType(rt, 'The "options" argument must be an object.');
  return options;
}
