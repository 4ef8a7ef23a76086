const vm = require('vm');
const ctx = vm.createContext({ outerArray: [], outerError: new Error('o') });
for (const n of ['Object', 'Array', 'Function', 'Error', 'TypeError', 'Promise', 'Map', 'RegExp', 'Date', 'Symbol', 'String', 'Number']) console.log(n, vm.runInContext(n, ctx) === globalThis[n]);
console.log(vm.runInContext('[] instanceof Array', ctx), vm.runInContext('outerArray instanceof Array', ctx), vm.runInContext('Array.isArray(outerArray)', ctx));
console.log(vm.runInContext('[]', ctx) instanceof Array, vm.runInContext('new Error("x")', ctx) instanceof Error, vm.runInContext('Symbol.iterator', ctx) === Symbol.iterator);
console.log(require('util').types.isNativeError(vm.runInContext('new TypeError("x")', ctx)), vm.runInContext('Object.getPrototypeOf(function () {}) === Function.prototype', ctx));
