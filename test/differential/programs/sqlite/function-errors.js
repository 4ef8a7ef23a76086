const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
t('fn', () => db.function(1)); t('fn', () => db.function('a')); t('fn', () => db.function('a', 1)); t('fn', () => db.function('a', {}, 1));
for (const o of ['useBigIntArguments','varargs','deterministic','directOnly']) t(o, () => db.function('a', { [o]: 1 }, () => 1));
for (const o of [1, {}, { start: 0 }, { start: 0, step: 1 }, { start: 0, step() {}, result: 1 }, { start: 0, step() {}, inverse: 1 }, { start: 0, step() {}, useBigIntArguments: 1 }, { start: 0, step() {}, varargs: 1 }, { start: 0, step() {}, directOnly: 1 },{step(){} }]) t('agg', () => db.aggregate('x', o));
