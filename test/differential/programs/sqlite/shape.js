const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
console.log(db, Object.getOwnPropertyNames(db), Object.getOwnPropertyDescriptors(DatabaseSync.prototype), db.isOpen, db.isTransaction, db.location(), db.limits);
t('open', () => db.open()); t('exec', () => db.exec(1)); t('exec', () => db.exec('bad')); t('prep', () => db.prepare(1)); t('prep', () => db.prepare('select')); 
