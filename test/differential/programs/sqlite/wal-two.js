// A second process on a database with a write-ahead log.
const { DatabaseSync } = require('node:sqlite');
const { spawnSync } = require('node:child_process');
const db = new DatabaseSync('wal.db');
console.log(db.prepare('PRAGMA journal_mode = WAL').get().journal_mode);
db.exec('CREATE TABLE t(a); INSERT INTO t VALUES (1)');
const child = spawnSync(process.execPath, ['-e', `
const { DatabaseSync } = require('node:sqlite');
try { console.log(new DatabaseSync('wal.db').prepare('SELECT a FROM t').get().a); } catch (e) { console.log(e.message); }
`], { encoding: 'utf8' });
console.log(child.stdout.trim());
db.close();
