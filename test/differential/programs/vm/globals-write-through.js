const vm = require('vm');
const sandbox = { x: 1, console };
const ctx = vm.createContext(sandbox);
vm.runInContext('var y = 2; z = 3; x = 10; function f() { return y; } this.w = 4; globalThis.v = 5;', ctx);
console.log(ctx === sandbox, sandbox.x, sandbox.y, sandbox.z, sandbox.w, sandbox.v, typeof sandbox.f, sandbox.f());
sandbox.y = 20; console.log(vm.runInContext('y', ctx), vm.runInContext('f()', ctx), vm.runInContext('typeof missing', ctx));
vm.runInContext('delete this.w; delete z', ctx); console.log('w' in sandbox, 'z' in sandbox);
console.log(vm.runInContext('Object.keys(globalThis).sort().join()', ctx));
console.log(typeof globalThis.y, typeof globalThis.z);
