const vm = require('vm');
console.log(vm.runInNewContext('1 + 1', {}, { timeout: 1000 }));
try { vm.runInThisContext('let until = Date.now() + 150; while (Date.now() < until); "late"', { timeout: 20 }); } catch (e) { console.log(e.code, e.message); }
try { vm.runInThisContext('1', { timeout: 0 }); } catch (e) { console.log(e.code); }
