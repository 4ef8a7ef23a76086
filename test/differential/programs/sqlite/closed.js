const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
const s = db.prepare('select 1');
t('close', () => db.close()); t('after', () => s.get()); t('after', () => db.exec('select 1')); t('after', () => db.close()); t('after', () => s.sourceSQL); t('after', () => db.isOpen); t('after', () => db.isTransaction); t('after', () => db.location()); t('after',()=>db.limits);
t('dispose', () => db[Symbol.dispose]());
t('dispose', () => { const d = new DatabaseSync(':memory:'); d[Symbol.dispose](); d[Symbol.dispose](); return d.isOpen; });
