// Steps of a backup: how much has been copied when progress is told first.
const { DatabaseSync, backup } = require('node:sqlite');
const db = new DatabaseSync(':memory:');
db.exec(`CREATE TABLE t(a); INSERT INTO t VALUES ('${'x'.repeat(50_000)}')`);
let changed = false;
backup(db, 'copy.db', { rate: 1, progress: () => {
  if (changed) return;
  changed = true;
  db.exec("INSERT INTO t VALUES ('while it is copied')");
} }).then(() => console.log(new DatabaseSync('copy.db').prepare('SELECT count(*) AS n FROM t').get().n));
