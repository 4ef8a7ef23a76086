const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const { spawnSync } = require('child_process');
if (process.argv[2]) {
  const db = new DatabaseSync('p.db');
  t('child', () => db.exec(process.argv[2]));
} else {
  const db = new DatabaseSync('p.db');
  db.exec('create table t(x); begin immediate; insert into t values (1)');
  const run = (sql) => process.stdout.write(spawnSync(process.execPath, [__filename, sql], { encoding: 'utf8' }).stdout);
  run('insert into t values (2)');
  db.exec('commit');
  run('insert into t values (3)');
  console.log(db.prepare('select x from t').all());
}
