const vm = require('vm');
const s = new vm.Script('globalCounter = (globalThis.globalCounter ?? 0) + 1; var declared = globalCounter;');
s.runInThisContext(); s.runInThisContext();
console.log(globalThis.globalCounter, globalThis.declared);
vm.runInThisContext('let lex = 1; const con = 2;');
console.log(typeof globalThis.lex, vm.runInThisContext('lex + con'));
try { vm.runInThisContext('let lex = 2'); } catch (e) { console.log(e.name, e.message); }
console.log(vm.runInThisContext('typeof require'), vm.runInThisContext('this') === globalThis, (() => { const local = 1; return vm.runInThisContext('typeof local'); })());
