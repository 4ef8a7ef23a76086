const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('prepempty', () => db.prepare('').all());
for (const o of ['readBigInts','returnArrays','allowBareNamedParameters','allowUnknownNamedParameters']) t(o, () => db.prepare('select 1', { [o]: 1 }));
t('prepo', () => db.prepare('select 1', 1));
