const { format, formatWithOptions } = require('node:util');
for (const args of [['%s %d %i %f %j %o %O %c %%', 'a', 1.5, 2.7, '3.3', { x: 1 }, [1], { y: 2 }, 'css'], ['%s', null, undefined], ['%s', 5n, Symbol('x')], ['%d', '0x10', 'x'], ['%i', 'x', 3.9], ['%s', { toString() { return 'own'; } }], ['%s', class A {}], ['%s', () => {}], ['%s', -0, [1, [2, [3]]]], ['no', 'format', 5], [{ a: 1 }, 'then'], ['%x %s', 1], ['%'], ['%s%'], ['100%', 5], ['%j', { toJSON() { return 'j'; } }], ['%O', { a: { b: { c: { d: {} } } } }], ['%s', new Error('boom').message], ['%s', new Date(0)], ['%d', new Date(5)], ['%f', Symbol('z').description], ['%s %s', 'only one']]) console.log(format(...args));
const circular = {}; circular.x = circular;
console.log(format('%j', circular), formatWithOptions({ colors: true }, '%s %O', 'a', { b: 1 }), formatWithOptions({ compact: 1 }, { a: 1, b: { c: 2 } }));
try { formatWithOptions(5, 'x'); } catch (e) { console.log(e.code); }
