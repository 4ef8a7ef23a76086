// The engine knows what an object was made by when its prototype is gone.
const util = require('node:util');
class Foo { constructor() { this.a = 1; } }
class Bar extends Foo {}
const without = (value) => Object.setPrototypeOf(value, null);
for (const value of [new Foo(), new Bar(), {}, new (function Old() { this.b = 2; })(), new Map([[1, 2]]), new Set([1]), new Date(0), [1, 2], function f() {}, new (class extends Map { x = 1; })(), new (class extends Array {})(3), new Uint8Array(2), new ArrayBuffer(1), /x/, Object.create(null), new Error('e')]) {
  console.log(util.inspect(without(value)).split('\n')[0]);
}
const getter = without(Object.defineProperty(new Foo(), 'trap', { get() { console.log('asked'); }, enumerable: true }));
console.log(util.inspect(getter), Reflect.ownKeys(getter));
console.log(util.format('%s', without(new Foo())), util.format('%s %O', without(new Bar()), without(new Foo())));
const far = Object.create(Object.create(without(new Foo())));
console.log(util.inspect(far), util.inspect(without(Object.assign(new Foo(), { [Symbol.toStringTag]: 'Tag' }))));
