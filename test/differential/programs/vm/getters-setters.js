const vm = require('vm');
let log = [];
const o = { get g() { log.push('get'); return 1; }, set g(v) { log.push('set ' + v); }, get ro() { return 'ro'; } };
const ctx = vm.createContext(o);
vm.runInContext('g = 5; var r = g; ro = 7;', ctx);
console.log(log, o.r, o.ro);
try { vm.runInContext('"use strict"; ro = 8', ctx); } catch (e) { console.log(e.name); }
Object.defineProperty(o, 'fixed', { value: 1, writable: false, enumerable: false, configurable: false });
vm.runInContext('fixed = 2', ctx); console.log(o.fixed, vm.runInContext('Object.getOwnPropertyDescriptor(globalThis, "fixed").writable', ctx));
vm.runInContext('Object.defineProperty(globalThis, "def", { value: 3, enumerable: true, configurable: true }); Object.defineProperty(this, "acc", { get() { return this.def + 1; }, configurable: true })', ctx);
console.log(o.def, o.acc, Object.keys(o).join());
