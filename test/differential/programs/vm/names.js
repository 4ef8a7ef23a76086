const vm = require('vm');
const ctx = vm.createContext({}, { name: 'my context', origin: 'http://x' });
for (const o of [{ name: 5 }, { origin: 5 }, { codeGeneration: 5 }, { codeGeneration: { strings: 1 } }, { microtaskMode: 'x' }]) try { vm.createContext({}, o); } catch (e) { console.log(e.code, e.message); }
const strict = vm.createContext({}, { codeGeneration: { strings: false } });
try { console.log(vm.runInContext('eval("1")', strict)); } catch (e) { console.log(e.name, e.message); }
