const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('ext', () => db.enableLoadExtension(1)); t('ext', () => db.enableLoadExtension(true)); t('load', () => db.loadExtension('x')); t('def', () => db.enableDefensive(1));
t('loc', () => db.location(1)); t('loc', () => db.location('nope'));
