// The global object is a plain one, whose prototypes have nothing of their own.
console.log(require('util').inspect(globalThis, { depth: 0 }).split('\n').slice(0, 2).join(' '), globalThis.constructor === Object, globalThis instanceof Object);
const scope = Object.create(Object.getPrototypeOf(globalThis));
for (const name of Object.keys(globalThis)) scope[name] = globalThis[name];
console.log(Object.keys(scope).length === Object.keys(globalThis).length, scope.performance === performance, 'fetch' in Object.getPrototypeOf(globalThis));
try {
  require('assert').deepStrictEqual(scope, globalThis);
} catch (error) {
  console.log(error.code);
}
