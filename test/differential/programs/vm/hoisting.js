const vm = require('vm');
const ctx = vm.createContext({ log: [] });
vm.runInContext('log.push(typeof hoisted, typeof v, typeof later); function hoisted() { return inner(); function inner() { return v; } } var v = 1; log.push(hoisted()); if (true) { function block() {} } log.push(typeof block); for (var i = 0; i < 2; i++); log.push(i)', ctx);
console.log(ctx.log, ctx.i, typeof ctx.hoisted);
vm.runInContext('try { notYet; } catch (e) { log.push(e.name); } let notYet = 1;', ctx); console.log(ctx.log.at(-1));
