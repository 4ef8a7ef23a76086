const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('sess', () => db.createSession(1)); t('sess', () => db.createSession({ table: 1 })); t('sess', () => db.createSession({ db: 1 }));
t('apply', () => db.applyChangeset(1)); t('apply', () => db.applyChangeset(new Uint8Array(1), 1)); t('apply', () => db.applyChangeset(new Uint8Array(1), { filter: 1 })); t('apply', () => db.applyChangeset(new Uint8Array(1), { onConflict: 1 }));t('apply', () => db.applyChangeset(new Uint8Array(1)));
t('auth', () => db.setAuthorizer(1));
