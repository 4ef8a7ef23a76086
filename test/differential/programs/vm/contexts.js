const vm = require('vm');
const box = vm.createContext({ a: 1, log: [] });
console.log(vm.isContext(box), vm.isContext({}));
console.log(vm.runInContext('a + 1', box), vm.runInContext('b = a * 10; var c = b + 1; function d() { return c; } d()', box), box.b, box.c, typeof box.d);
console.log(vm.runInContext('d() + c', box), vm.runInContext('typeof process + typeof require + typeof console + typeof Array', box));
console.log(vm.runInNewContext('x.push(1); x.length', { x: [] }), vm.runInNewContext('this.y = 5; y'), typeof globalThis.y);
try { vm.runInContext('notDefinedAnywhere', box); } catch (e) { console.log(e.name, e.message); }
try { vm.runInContext('throw new Error("inside")', box, 'inside.js'); } catch (e) { console.log(e.message, e.stack.split('\n').slice(0, 5)); }
vm.runInContext('log.push(typeof globalThis, globalThis.a); a = 2; delete this.b', box);
console.log(box.log, box.a, 'b' in box);
const script = new vm.Script('count = (typeof count === "undefined" ? 0 : count) + 1');
const one = vm.createContext({});
const two = vm.createContext({});
script.runInContext(one); script.runInContext(one); script.runInContext(two);
console.log(one.count, two.count);
console.log(vm.runInContext('[1, 2].map((n) => n * a)', box), vm.runInContext('"use strict"; const z = 3; z + a', box));
console.log(vm.runInContext('eval("a + 5")', box));
box.later = 'added'; console.log(vm.runInContext('later', box), vm.runInContext('typeof missing', box));
console.log(vm.compileFunction('return a + p', ['p'], { parsingContext: box })(5));
