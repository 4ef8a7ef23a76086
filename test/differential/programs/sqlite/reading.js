const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
t('dup', () => { const st = db.prepare('select 1 x, 2 x'); return [st.get(), st.all({})]; }); t('arr', () => { const st = db.prepare('select 1 x, 2 x'); st.setReturnArrays(true); return [st.get(), st.all()]; });
t('conflict', () => db.prepare('select :a, $a').get({ a: 1 }));
t('cols', () => db.prepare('select a as q, b, 1+1 from t').columns());
t('opts', () => db.prepare('select 1 a, 2 b', { returnArrays: true, readBigInts: true }).get());
t('expanded', () => { const s = db.prepare('select ?, :n'); s.get({ n: "o'x" }, 4); return [s.expandedSQL, s.sourceSQL]; });
