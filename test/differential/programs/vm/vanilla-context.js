const vm = require('vm');
const ctx = vm.createContext(vm.constants.DONT_CONTEXTIFY);
vm.runInContext('var x = 1; y = 2', ctx);
console.log(ctx.x, ctx.y, vm.isContext(ctx), vm.runInContext('globalThis', ctx) === ctx, vm.runInContext('this === globalThis', ctx));
ctx.z = 3; console.log(vm.runInContext('z', ctx));
