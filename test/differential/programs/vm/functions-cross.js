const vm = require('vm');
const ctx = vm.createContext({ out: [], cb: (f) => f(1) });
vm.runInContext('var state = 0; function inc() { return ++state; } const arrow = () => state; out.push(inc(), arrow()); cb((n) => { state += n; });', ctx);
console.log(ctx.out, ctx.state, ctx.inc(), ctx.state, typeof ctx.arrow);
console.log(vm.runInContext('(function () { return this; })() === globalThis', ctx), vm.runInContext('(function () { "use strict"; return this; })()', ctx));
console.log(vm.runInContext('inc.constructor === Function', ctx), vm.runInContext('inc', ctx) === ctx.inc);
console.log(vm.runInContext('eval("state + 1")', ctx));
