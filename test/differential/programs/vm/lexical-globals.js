const vm = require('vm');
const ctx = vm.createContext({ print: console.log });
vm.runInContext('let a = 1; const b = 2; class C {}', ctx);
vm.runInContext('print(a, b, typeof C); a = 5;', ctx);
console.log(vm.runInContext('a', ctx), 'a' in ctx, 'b' in ctx, 'C' in ctx);
try { vm.runInContext('let a = 3', ctx); } catch (e) { console.log(e.name, e.message); }
try { vm.runInContext('b = 3', ctx); } catch (e) { console.log(e.name, e.message); }
