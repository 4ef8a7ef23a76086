const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
db.setAuthorizer((...a) => { if (a[0] !== 21) console.log('auth', a); return a[0] === 9 ? 1 : 0; }); t('del', () => db.exec('delete from t')); db.setAuthorizer(null);
db.setAuthorizer(() => 'x'); t('authbad', () => db.exec('select 1')); db.setAuthorizer(() => 7); t('authbad', () => db.exec('select 1')); db.setAuthorizer(() => { throw new Error('no'); }); t('auththrow', () => db.exec('select 1')); db.setAuthorizer(null);
t('tx', () => { db.exec('begin'); const r = db.isTransaction; db.exec('rollback'); return r; });
t('authargs', () => { const seen = []; db.setAuthorizer((...a) => { seen.push(a.join('|')); return 0; }); db.exec('create table au(x); insert into au values (1); select x from au; drop table au'); db.setAuthorizer(null); return seen; });
t('ignore', () => { db.exec('create table ig(a,b); insert into ig values (1,2)'); db.setAuthorizer((c, a, b) => c === 20 && b === 'a' ? 2 : 0); const r = db.prepare('select a, b from ig').get(); db.setAuthorizer(null); return r; });
