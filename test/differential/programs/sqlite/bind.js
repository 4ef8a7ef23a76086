const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
const db = new DatabaseSync(':memory:');
const s = db.prepare('select ? as a, :b as b, $c as c');
t('bind', () => s.get({ b: 1, c: 2n }, 'x')); t('bind', () => s.get({ d: 1 })); t('bind', () => s.get(undefined)); t('bind', () => s.get(() => 1)); t('bind', () => s.get(Symbol())); t('bind', () => s.get(2n ** 70n)); t('bind', () => s.get(1, 2, 3, 4)); t('bind', () => s.get(true)); t('bind', () => s.get(new Date())); t('bind', () => s.get({ b: {} }));
t('big', () => db.prepare('select 9223372036854775807 as x').get());
t('int', () => db.prepare('select typeof(?) x').get(1)); t('neg0', () => db.prepare('select ? x').get(-0)); t('nan', () => db.prepare('select ? x').get(NaN)); t('uni', () => db.prepare('select ? x').get('é\0b😀'));
t('params', () => db.prepare('select ?2 a, ?1 b').get(1, 2)); t('at', () => db.prepare('select @a a').get({ a: 1 })); t('null', () => db.prepare('select ? a').get(null)); t('arr', () => db.prepare('select ? a').get([1]));
t('ctor', () => db.constructor.name); t('blob', () => db.prepare('select ? x').get(new Uint8Array(0))); t('blob2', () => db.prepare('select ? x, typeof(?1) y').get(Buffer.from('hi'))); t('view', () => db.prepare('select ? x').get(new DataView(new ArrayBuffer(2)))); t('u16', () => db.prepare('select ? x').get(new Uint16Array(2)));
