const vm = require('vm');
const seen = [];
const p = new Proxy({ a: 1 }, { get(t, k) { if (typeof k === 'string') seen.push('get ' + k); return t[k]; }, set(t, k, v) { seen.push('set ' + String(k)); t[k] = v; return true; } });
const ctx = vm.createContext(p);
console.log(vm.runInContext('a + 1', ctx));
vm.runInContext('b = 2', ctx);
console.log(p.b, seen.includes('set b'));
