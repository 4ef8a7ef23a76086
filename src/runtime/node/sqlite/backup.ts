/**
 * `backup()`. SQLite's WebAssembly build leaves `sqlite3_backup_*` out, so pages are taken by `sqlite3_serialize` in one step, which sees one state of the database, and written to
 * the target within an exclusive lock of it. Progress is reported page by page as Node does.
 */
import { SysError } from '../../abi/errno.ts';
import type { Connection } from './connection.ts';
import { connectionError, invalidType, option, optionsObject, outOfRange, sqliteError } from './errors.ts';
import { type Library, LOCKING_VFS } from './library.ts';
import { databasePath } from './paths.ts';

const OPEN_READWRITE_CREATE_URI = 0x02 | 0x04 | 0x40;
const PAGES_A_STEP = 100;

/** Reads all pages of one of the connection's databases. */
export function serialize({ library, db }: Connection, name: string): { bytes: Uint8Array; pageSize: number } | undefined {
  const { c, rt } = library;
  return library.withWords(2, (out) => library.withText([name], (at) => {
    const pages = c.sqlite3_serialize!(db, at, out, 0);
    const length = Number(new rt.native.DataView(library.bytes(out, 8).buffer).getBigInt64(out, true));
    if (pages === 0) return undefined;
    const bytes = new rt.primordials.Uint8Array(library.bytes(pages, length));
    c.sqlite3_free!(pages);
    return { bytes, pageSize: pageSizeOf(bytes) };
  }));
}

/** From the header (file format, offset 16); 1 means 65536. */
function pageSizeOf(bytes: Uint8Array): number {
  const size = (bytes[16]! << 8) | bytes[17]!;
  return size === 1 ? 65536 : size || 4096;
}

/** What is wrong with the arguments is thrown, what goes wrong afterwards rejects. */
export function backup(library: Library, source: Connection, path: unknown, given: unknown): Promise<number> {
  const { rt } = library;
  const target = databasePath(rt, path);
  const options = optionsObject(rt, given);
  const rate: unknown = options.rate ?? PAGES_A_STEP;
  if (!Number.isInteger(rate)) throw invalidType(rt, 'The "options.rate" argument must be an integer.');
  if ((rate as number) < 1) throw outOfRange(rt, 'The "options.rate" argument must be a positive integer.');
  const name = option(rt, options, 'source', 'string', 'main');
  option(rt, options, 'target', 'string', 'main');
  const progress = option<Function | undefined>(rt, options, 'progress', 'function', undefined);
  return copy(library, source, target, name, rate as number, progress);
}

async function copy(library: Library, source: Connection, target: string, name: string, rate: number, progress: Function | undefined): Promise<number> {
  const { rt } = library;
  open(library, target, () => {});
  const pages = serialize(source, name);
  if (!pages) throw sqliteError(library, `unknown database ${name}`, 1, 'SQL logic error');
  const total = Math.ceil(pages.bytes.length / pages.pageSize);
  for (let done = Math.min(rate, total); done < total; done += rate) {
    await undefined;
    progress?.call(null, { totalPages: total, remainingPages: total - done });
  }
  open(library, target, (db, file) => {
    exec(library, db, 'begin exclusive');
    const { sys } = rt;
    let fd: number;
    try {
      fd = sys.open(file, 2, 0);
    } catch (e) {
      if (!(e instanceof SysError)) throw e;
      throw sqliteError(library, 'attempt to write a readonly database', 8, 'attempt to write a readonly database');
    }
    try {
      for (let at = 0; at < pages.bytes.length;) at += sys.write(fd, pages.bytes.subarray(at), at);
      sys.ftruncate(fd, pages.bytes.length);
    } finally {
      sys.close(fd);
    }
    exec(library, db, 'rollback');
  });
  return total;
}

function open(library: Library, path: string, use: (db: number, file: string) => void): void {
  const { c } = library;
  library.withWords(1, (out) => {
    const code = library.withText([path, LOCKING_VFS], (at, vfs) => c.sqlite3_open_v2!(at, out, OPEN_READWRITE_CREATE_URI, vfs));
    const db = library.word(out);
    try {
      if (code !== 0) throw connectionError(library, db);
      const file = library.withText(['main'], (at) => library.text(c.sqlite3_db_filename!(db, at)));
      use(db, file ?? '');
    } finally {
      c.sqlite3_close_v2!(db);
    }
  });
}

function exec(library: Library, db: number, sql: string): void {
  if (library.withText([sql], (at) => library.c.sqlite3_exec!(db, at, 0, 0, 0)) !== 0) throw connectionError(library, db);
}
