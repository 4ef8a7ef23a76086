const { DatabaseSync, StatementSync, Session, backup, constants } = require('node:sqlite');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, 'THROWS', e.name, e.code, e.message, JSON.stringify(Object.assign({}, e))); } };
t('call', () => DatabaseSync(':memory:'));
for (const o of ['open','readOnly','enableForeignKeyConstraints','enableDoubleQuotedStringLiterals','allowExtension','timeout','readBigInts','returnArrays','allowBareNamedParameters','allowUnknownNamedParameters','defensive','limits']) t(o, () => new DatabaseSync(':memory:', { [o]: 'x' }));
t('1', () => new DatabaseSync(1)); t('nul', () => new DatabaseSync('a\0b')); t('url', () => new DatabaseSync(new URL('http://x/')));t('o', () => new DatabaseSync(':memory:', 1));
