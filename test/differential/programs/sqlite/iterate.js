const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
const it = db.prepare('select 1 as a union select 2').iterate(); console.log(it, Object.getPrototypeOf(it), Object.getOwnPropertyDescriptors(Object.getPrototypeOf(it)), it.next(), [...it], it.next());
const st = db.prepare('select 1 x union select 2'); const it0 = st.iterate(); it0.next(); st.get(); t('inval', () => it0.next());
const it1 = st.iterate(); it1.next(); const it2 = st.iterate(); t('i1', () => it1.next()); t('i2', () => it2.next());
