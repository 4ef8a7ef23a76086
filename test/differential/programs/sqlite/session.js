const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
db.exec('create table t(a integer primary key, b)');
const s = db.createSession(); db.exec("insert into t(b) values ('new')"); const c = s.changeset(); console.log(c, s.patchset(), s); s.close(); t('closed', () => s.changeset()); t('close2', () => s.close());
const d2 = new DatabaseSync(':memory:'); d2.exec('create table t(a integer primary key, b)'); t('apply', () => d2.applyChangeset(c)); t('applyagain', () => d2.applyChangeset(c)); t('conf', () => d2.applyChangeset(c, { onConflict: (x) => { console.log('conflict', x); return 1; } }));t('conf', () => d2.applyChangeset(c, { onConflict: () => 99 }));t('filter', () => d2.applyChangeset(c, { filter: (x) => (console.log(x), false) }));
