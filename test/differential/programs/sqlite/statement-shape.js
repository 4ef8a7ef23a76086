const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
const s = db.prepare('select ? as a, :b as b, $c as c');
console.log(s, s.sourceSQL, s.expandedSQL, Object.getOwnPropertyDescriptors(s), Object.getOwnPropertyDescriptors(StatementSync.prototype));
for (const m of ['setReadBigInts','setReturnArrays','setAllowBareNamedParameters','setAllowUnknownNamedParameters']) t(m, () => s[m](1));
t('cols', () => JSON.stringify(s.columns()));
