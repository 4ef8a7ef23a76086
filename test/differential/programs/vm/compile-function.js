const vm = require('vm');
const f = vm.compileFunction('return a + b + (typeof c)', ['a', 'b']);
console.log(f(1, 2), f.name, f.length, f.toString());
const ext = vm.compileFunction('return x + y + z', ['z'], { contextExtensions: [{ x: 1 }, { y: 2 }] });
console.log(ext(3));
const ctx = vm.createContext({ inCtx: 'yes' });
const g = vm.compileFunction('return typeof inCtx === "undefined" ? "no" : inCtx', [], { parsingContext: ctx });
console.log(g());
try { vm.compileFunction('return (', [], { filename: 'cf.js' }); } catch (e) { console.log(e.stack.split('\n').slice(0, 5).join('\n')); }
try { vm.compileFunction('throw new Error("x")', [], { filename: 'pos.js', lineOffset: 5, columnOffset: 3 })(); } catch (e) { console.log(e.stack.split('\n')[1]); }
const c = vm.compileFunction('return 1', [], { produceCachedData: true }); console.log(c.cachedDataProduced, c.cachedData instanceof Buffer);
for (const args of [[5], ['x', 5], ['x', [5]], ['x', [], { parsingContext: {} }]]) try { vm.compileFunction(...args); } catch (e) { console.log(e.code); }
