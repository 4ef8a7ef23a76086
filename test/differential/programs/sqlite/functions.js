const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
db.function('f', (...a) => a.length); t('f', () => db.prepare('select f() x').get());t('f2', () => db.prepare('select f(1) x').get());
db.function('g', { varargs: true }, (...a) => a); t('g', () => db.prepare('select g(1,2) x').get());
db.function('h', (a, b) => { throw new RangeError('mine'); }); t('h', () => db.prepare('select h(1,2) x').get());
db.function('p', async () => 1); t('p', () => db.prepare('select p() x').get());
for (const v of ['undefined', 'null', '1.5', '5n', '"s"', 'new Uint8Array([1,2])', 'true', '{}', '2n**70n', 'Symbol()']) { db.function('v', () => eval('(' + v + ')')); t(v, () => db.prepare('select v() x, typeof(v()) y').get()); }
db.function('big', (a) => typeof a); t('bigarg', () => db.prepare('select big(9007199254740993) x').get());
db.function('bigi', { useBigIntArguments: true }, (a) => typeof a); t('bigi', () => db.prepare('select bigi(1) x').get());
t('fnthis', () => { db.function('th', function () { return this === globalThis ? 'g' : typeof this; }); return db.prepare('select th() x').get(); });
