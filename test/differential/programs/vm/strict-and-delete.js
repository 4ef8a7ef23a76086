const vm = require('vm');
const ctx = vm.createContext({ a: 1 });
console.log(vm.runInContext('delete a', ctx), 'a' in ctx, vm.runInContext('var q = 1; delete q', ctx), vm.runInContext('(function () { return typeof this })()', ctx), vm.runInContext('"use strict"; (function () { return typeof this })()', ctx));
try { vm.runInContext('"use strict"; undefinedVariable = 1', ctx); } catch (e) { console.log(e.name, e.message); }
console.log(vm.runInContext('undeclared = 5; typeof undeclared', ctx), ctx.undeclared);
