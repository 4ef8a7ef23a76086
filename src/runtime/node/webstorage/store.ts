/** The file behind `localStorage`: tables of the names and columns that Node gives them (src/node_webstorage.cc), so that either reads what the other wrote. */
import type { CoreRuntime } from '../core.ts';
import type { Internal, NodeRuntime } from '../runtime.ts';

const VERSION = 1;
const CONSTRAINT = 19;
/** Node's journal is a write-ahead log, whose index several processes of a sandbox cannot share. */
const TABLES = `
PRAGMA encoding = 'UTF-16le'; PRAGMA busy_timeout = 3000; PRAGMA journal_mode = DELETE; PRAGMA synchronous = NORMAL; PRAGMA temp_store = memory;
CREATE TABLE IF NOT EXISTS nodejs_webstorage(key BLOB NOT NULL, value BLOB NOT NULL, PRIMARY KEY(key)) STRICT;
CREATE TABLE IF NOT EXISTS nodejs_webstorage_state(max_size INTEGER NOT NULL DEFAULT 10485760, total_size INTEGER NOT NULL, schema_version INTEGER NOT NULL DEFAULT 0, single_row_ INTEGER NOT NULL DEFAULT 1 CHECK(single_row_ = 1), PRIMARY KEY(single_row_)) STRICT;
${([['insert', '+ octet_length(NEW.key) + octet_length(NEW.value)'], ['update', '+ octet_length(NEW.value) - octet_length(OLD.value)'], ['delete', '- octet_length(OLD.key) - octet_length(OLD.value)']] as const)
    .map(([when, change]) => `CREATE TRIGGER IF NOT EXISTS nodejs_quota_${when} AFTER ${when} ON nodejs_webstorage FOR EACH ROW BEGIN UPDATE nodejs_webstorage_state SET total_size = total_size ${change};${
      when === 'delete' ? '' : " SELECT RAISE(ABORT, 'QuotaExceeded') WHERE EXISTS (SELECT 1 FROM nodejs_webstorage_state WHERE total_size > max_size);"} END;`).join('\n')}
INSERT OR IGNORE INTO nodejs_webstorage_state (total_size) VALUES (0);`;

const toBytes = (text: string): Uint8Array => {
  const bytes = new Uint8Array(text.length * 2);
  for (let i = 0; i < text.length; i++) {
    bytes[2 * i] = text.charCodeAt(i) & 0xff;
    bytes[2 * i + 1] = text.charCodeAt(i) >> 8;
  }
  return bytes;
};

const toText = (bytes: Uint8Array): string => {
  let text = '';
  for (let i = 0; i + 1 < bytes.length; i += 2) text += String.fromCharCode(bytes[i]! | (bytes[i + 1]! << 8));
  return text;
};

export class WebStore {
  readonly #rt: NodeRuntime;
  readonly #location: string;
  #database: Internal;

  constructor(rt: NodeRuntime, location: string) {
    this.#rt = rt;
    this.#location = location;
  }

  /** Opened at the first use. */
  #run(method: 'all' | 'get' | 'run', sql: string, ...values: unknown[]): Internal {
    try {
      if (this.#database === undefined) {
        const { DatabaseSync } = this.#rt.internalBinding('sqlite');
        const database = new DatabaseSync(this.#location);
        database.exec(TABLES);
        const { schema_version: version } = database.prepare('SELECT schema_version FROM nodejs_webstorage_state').get();
        if (version > VERSION) throw Object.assign(new Error('localStorage was created with a newer version of Node.js'), { code: 'ERR_INVALID_STATE' });
        if (version < VERSION) database.exec(`UPDATE nodejs_webstorage_state SET schema_version = ${VERSION}`);
        this.#database = database;
      }
      return this.#database.prepare(sql)[method](...values);
    } catch (e) {
      const { errcode, errstr } = e as { errcode?: number; errstr?: string };
      if (errcode === undefined) throw e;
      if ((errcode & 0xff) === CONSTRAINT) throw new (this.#rt as CoreRuntime).domException!('Setting the value exceeded the quota', 'QuotaExceededError');
      throw Object.assign(new Error(errstr), { code: 'ERR_INVALID_STATE' });
    }
  }

  keys(): string[] {
    return this.#run('all', 'SELECT key FROM nodejs_webstorage').map(({ key }: { key: Uint8Array }) => toText(key));
  }

  key(index: number): string | null {
    const row = this.#run('get', 'SELECT key FROM nodejs_webstorage LIMIT 1 OFFSET ?', index);
    return row === undefined ? null : toText(row.key);
  }

  count(): number {
    return this.#run('get', 'SELECT count(*) AS n FROM nodejs_webstorage').n;
  }

  get(key: string): string | null {
    const row = this.#run('get', 'SELECT value FROM nodejs_webstorage WHERE key = ?', toBytes(key));
    return row === undefined ? null : toText(row.value);
  }

  set(key: string, value: string): void {
    this.#run('run', 'INSERT INTO nodejs_webstorage (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value', toBytes(key), toBytes(value));
  }

  remove(key: string): void {
    this.#run('run', 'DELETE FROM nodejs_webstorage WHERE key = ?', toBytes(key));
  }

  clear(): void {
    this.#run('run', 'DELETE FROM nodejs_webstorage');
  }
}
