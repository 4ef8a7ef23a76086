const util = require('node:util');
console.log(util.format('%s %d %i %f %j %o %O %c %%', 'a', 1.5, '42.9', '3.25', { a: 1 }, [1], { b: { c: {} } }, 'css'));
console.log(util.format('%s', null, undefined, 5n, Symbol('x'), {}, [], () => {}, -0));
console.log(util.format('%d', '0x10', 5n, 'abc', {}), util.format('%x %s'), util.format(1, 2, '3'), util.format('a', 'b', { c: 1 }));
console.log(util.format('%s', { toString() { return 'own'; } }), util.format('%s', new (class K { toString() { return 'klass'; } })()), util.format('%s', new Error('e1').message));
console.log(util.styleText('red', 'r') === '\u001b[31mr\u001b[39m', util.stripVTControlCharacters('\u001b[31mr\u001b[39m'));
console.log(util.isDeepStrictEqual({ a: [1, new Set([1])] }, { a: [1, new Set([1])] }), util.isDeepStrictEqual([1], ['1']));
console.log(util.inspect(util.parseArgs({ args: ['-f', '--bar', 'b', 'pos', '--no-color'], options: { f: { type: 'boolean', short: 'f' }, bar: { type: 'string' }, color: { type: 'boolean' } }, allowPositionals: true, allowNegative: true, tokens: true })));
try { util.parseArgs({ args: ['--nope'], options: {} }); } catch (e) { console.log(e.code, e.message); }
console.log(util.types.isPromise(Promise.resolve()), util.types.isProxy(new Proxy({}, {})), util.types.isRegExp(/x/), util.types.isDate({}), util.types.isMap(new Map()), util.types.isAsyncFunction(async () => {}), util.types.isGeneratorFunction(function* () {}), util.types.isBoxedPrimitive(Object(1)), util.types.isExternal({}), util.types.isModuleNamespaceObject({}), util.types.isTypedArray(new Int8Array()), util.types.isArgumentsObject((function () { return arguments; })()));
const dep = util.deprecate(() => 'ret', 'old thing', 'DEP9999');
console.log(dep(), dep());
console.log(util.toUSVString('a\ud800b'), util.getSystemErrorName(-2), util.getSystemErrorMap().get(-13), util.getSystemErrorMessage(-2));
console.log(util.inherits.length, util.callbackify(async () => 1).length, util.promisify(setTimeout) !== setTimeout);
console.log(new util.MIMEType('text/html; charset=utf-8; q="a b"').toString(), util.parseEnv('A=1\nB="x y"\n#c\nexport C=\'z\'\nD=a#b\n'));
console.log(util.diff(['a', 'b'], ['a', 'c']));
