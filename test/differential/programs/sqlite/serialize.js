const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('ser', () => db.serialize(1)); t('ser', () => db.serialize('nope')); t('des', () => db.deserialize(1)); t('des', () => db.deserialize(new Uint8Array(0)));t('des', () => db.deserialize(new Uint8Array(2),1));t('des', () => db.deserialize(new Uint8Array(2),{dbName:1}));
t('deser', () => { const a = new DatabaseSync(':memory:'); a.exec('create table q(x); insert into q values (7)'); const b = new DatabaseSync(':memory:'); const s = b.prepare('select 1'); b.deserialize(a.serialize()); b.exec('insert into q values (8)'); t('s', () => s.get()); return b.prepare('select x from q').all(); });
t('serempty', () => new DatabaseSync(':memory:').serialize()); 
