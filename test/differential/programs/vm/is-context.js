const vm = require('vm');
const o = {};
console.log(vm.isContext(o), vm.createContext(o) === o, vm.isContext(o), vm.createContext(o) === o, vm.isContext({}), typeof vm.createContext());
for (const bad of [null, 1, 'x', undefined]) { try { console.log(vm.isContext(bad)); } catch (e) { console.log(e.code); } }
for (const bad of [[1], ['x'], ['x', 5], ['x', {}]]) { try { console.log(vm.runInContext(...bad)); } catch (e) { console.log(e.code); } }
try { new vm.Script('1', { filename: 5 }); } catch (e) { console.log(e.message); }
try { vm.runInThisContext('1', { timeout: -1 }); } catch (e) { console.log(e.message); }
console.log(vm.Script.prototype.constructor.name, Object.getOwnPropertyNames(vm).sort().join());
