// Changes of a statement that returns rows; results of an aggregate over a window; what backup throws and what it rejects with.
const { DatabaseSync, backup } = require('node:sqlite');
const fs = require('node:fs'), os = require('node:os'), path = require('node:path');
const db = new DatabaseSync(':memory:');
db.exec('CREATE TABLE t (id INTEGER PRIMARY KEY, word TEXT); CREATE TABLE n (k TEXT, v INTEGER); INSERT INTO n VALUES (\'a\', 4), (\'b\', 5), (\'c\', 3), (\'d\', 8)');
const insert = db.prepare('INSERT INTO t (word) VALUES (?), (?) RETURNING id');
console.log(insert.run('x', 'y'), insert.run('z', 'w'), db.prepare('UPDATE t SET word = upper(word) WHERE id > 1 RETURNING word').run(), db.prepare('DELETE FROM t RETURNING *').run());
console.log(db[Symbol.for('sqlite-type')]);
const results = [];
db.aggregate('total', { start: 0, step: (acc, v) => acc + v, inverse: (acc, v) => acc - v, result: (acc) => { results.push(acc); return acc; } });
console.log(db.prepare('SELECT k, total(v) OVER (ORDER BY k ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS s FROM n').all().map(({ s }) => s), results.splice(0));
console.log(db.prepare('SELECT total(v) AS s FROM n').get().s, results.splice(0), db.prepare('SELECT total(v) AS s FROM n WHERE v > 100').get().s, results.splice(0));
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'backup-'));
console.log(backup.name, backup.length);
for (const args of [[], [db], [db, {}], [db, 'a\0b'], [db, 'x.db', 'no'], [db, 'x.db', { source: 1 }], [db, 'x.db', { rate: 'x' }], [db, 'x.db', { rate: 0 }], [db, 'x.db', { progress: 1 }], [db, new URL('http://a/b')]]) {
  try { backup(...args).catch(() => {}); console.log('no error'); } catch (e) { console.log(e.name, e.code, e.message); }
}
(async () => {
  await backup(db, path.join(folder, 'missing/x.db')).catch((e) => console.log(e.code, e.message));
  await backup(db, path.join(folder, 'y.db'), { source: 'nope' }).catch((e) => console.log(e.code, e.message));
  if (process.getuid() !== 0) {
    fs.writeFileSync(path.join(folder, 'z.db'), '', { mode: 0o444 });
    await backup(db, path.join(folder, 'z.db')).then(() => console.log('written'), (e) => e.message === 'attempt to write a readonly database' || console.log(e));
  }
  fs.rmSync(folder, { recursive: true });
})();
