const vm = require('vm');
const ctx = vm.createContext({ state: 1 });
console.log(vm.runInContext('eval("var ev = 3; ev")', ctx), ctx.ev, vm.runInContext('(0, eval)("typeof state")', ctx), vm.runInContext('new Function("return typeof state")()', ctx));
