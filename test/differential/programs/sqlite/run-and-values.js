const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
t('run', () => db.prepare('insert into t(b) values (?)').run('x'));
t('runb', () => { const s = db.prepare('insert into t(b) values (?)'); s.setReadBigInts(true); return s.run('x'); });
t('runselect', () => db.prepare('select 1').run()); t('getnone', () => db.prepare('select 1 where 0').get()); t('allnone', () => db.prepare('select 1 where 0').all());t('createGet', () => db.prepare('create table zz(a)').get());
t('multi', () => db.prepare('select 1; select 2').get()); t('comment', () => db.prepare('-- only').get());
t('dupe col', () => db.prepare('select 1 as __proto__').get());
