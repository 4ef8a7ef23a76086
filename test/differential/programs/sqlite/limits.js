const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('limits', () => { db.limits.attach = 3; return [db.limits.attach, Object.keys(db.limits).length]; }); t('limits2', () => { db.limits.attach = 'x'; });t('limits3', () => { db.limits.attach = -1; });t('limits4', () => { db.limits.attach = Infinity; return db.limits.attach });
for (const l of [{ attach: 'x' }, { attach: -1 }, { attach: 1.5 }, { nope: 1 }, { attach: Infinity }]) t('limits', () => new DatabaseSync(':memory:', { limits: l }).limits.attach);
t('limd', () => Object.getOwnPropertyDescriptors(db.limits)); t('limset', () => { db.limits.nope = 1; return db.limits.nope; }); t('limproto', () => Object.getPrototypeOf(db.limits)); t('same', () => db.limits === db.limits);
