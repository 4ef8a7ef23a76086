// A program that puts another Promise in the engine's place: import() does not come by it, and reads its attributes once.
const Native = Promise;
globalThis.Promise = function () { throw new Error('not to be called'); };
const imported = import('data:text/javascript,export const a = await 1;');
console.log(imported.constructor === Native, Object.getOwnPropertyNames(imported));
imported.then(({ a }) => console.log(a));
const log = [];
const attributes = new Proxy({}, { ownKeys: () => ['type'], getOwnPropertyDescriptor: () => ({ configurable: true, enumerable: true, value: 'json' }), get(_, name) { log.push(name); return 'json'; } });
import('data:application/json,262', { with: attributes }).then((module) => console.log(module.default, log));
import('data:text/javascript,1', { with: { type: 1 } }).catch((error) => console.log(error.name, error.message));
