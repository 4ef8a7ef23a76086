/** `internalBinding('sqlite')`, which is all of `node:sqlite`: SQLite's own WebAssembly build of the version Node brings, over the sandbox's files (`src/node_sqlite.cc`). */
import type { Binding } from '../runtime.ts';
import { backup } from '../sqlite/backup.ts';
import { databaseClasses } from '../sqlite/database.ts';
import { invalidState, invalidType } from '../sqlite/errors.ts';
import { libraryOf } from '../sqlite/library.ts';

export const sqlite: Binding = {
  name: 'sqlite',
  create(rt, shape) {
    const library = libraryOf(rt);
    const { connectionOf, ...classes } = databaseClasses(library);
    return Object.assign(shape, classes, {
      backup: Object.defineProperty((source: unknown, path: unknown, ...[options]: unknown[]): Promise<number> => {
        if (typeof source !== 'object' || source === null) throw invalidType(rt, 'The "sourceDb" argument must be an object.');
        const connection = connectionOf(source);
        if (!connection) throw invalidState(rt, 'database is not open');
        return backup(library, connection, path, options);
      }, 'name', { value: 'backup' }),
    });
  },
};
