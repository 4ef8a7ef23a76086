const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
t('tag', () => { const k = db.createTagStore(3); return [k.get`select ${1} x`, k.all`select ${'a'} x`, k.run`insert into t(b) values(${'z'})`, [...k.iterate`select 3 x`], k.size, k.capacity, k.db === db, k.clear(), k.size, typeof k.size]; });
t('tag2', () => db.createTagStore().get('x'));
t('tagops', () => { const k = db.createTagStore(2); k.get`select ${1}`; k.get`select ${2}`; const a = k.size; k.get`select 1`; k.get`select 2`; return [a, k.size]; });
t('tagbad', () => db.createTagStore().get`bad`); t('tagclosed', () => { const d = new DatabaseSync(':memory:'); const k = d.createTagStore(); d.close(); return k.get`select 1`; }); t('tagdefault', () => db.createTagStore().capacity); for (const v of [0, -1, 1.5, '1']) t('cap ' + v, () => db.createTagStore(v).capacity);
