const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
const d2 = new DatabaseSync(':memory:', { readBigInts: true, returnArrays: true, allowUnknownNamedParameters: true, allowBareNamedParameters: false, limits: { attach: 2 } });
t('d2', () => d2.prepare('select :a').get({ ':a': 1, b: 2 })); t('d2', () => d2.prepare('select :a').get({ a: 1 }));
t('d2run', () => d2.prepare('create table x(a)').run()); t('lim', () => d2.limits.attach);
t('date', () => db.prepare("select date('2024-02-03', '+1 day') x, strftime('%Y', 0, 'unixepoch') y").get());
t('fts', () => { db.exec("create virtual table f using fts5(a); insert into f values ('hello world')"); return db.prepare("select * from f where f match 'hello'").get(); });
t('math', () => db.prepare('select sqrt(2) x, pi() y').get()); t('json', () => db.prepare(`select json_extract('{"a":[1]}', '$.a[0]') x`).get()); t('rtree', () => db.exec('create virtual table rt using rtree(id, a, b)')); t('version', () => db.prepare('select sqlite_version() v').get());
