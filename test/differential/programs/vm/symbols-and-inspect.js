const vm = require('vm');
const util = require('util');
const ctx = vm.createContext({ s: Symbol.for('x') });
console.log(vm.runInContext('Symbol.for("x")', ctx) === ctx.s, util.inspect(vm.runInContext('({ a: [1, new Map([[1, 2]]), /x/g, new Date(0), null], f() {}, e: 1n })', ctx)));
console.log(util.inspect(vm.runInContext('new (class Foo { x = 1 })', ctx)), util.inspect(vm.runInContext('[1, , 3]', ctx)), util.inspect(vm.runInContext('Object.create(null)', ctx)));
console.log(util.isDeepStrictEqual(vm.runInContext('1', ctx), 1), JSON.stringify(vm.runInContext('({ a: 1 })', ctx)), Array.isArray(vm.runInContext('[]', ctx)));
