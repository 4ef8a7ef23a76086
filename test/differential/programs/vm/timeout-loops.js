// Scripts that would not end by themselves: their timeout ends them, in whatever loop or function they are.
const vm = require('vm');
const told = (name, run) => { try { console.log(name, run()); } catch (e) { console.log(name, e.code, e.message); } };
told('this', () => vm.runInThisContext('while (true);', { timeout: 20 }));
told('body', () => vm.runInThisContext('var n = 0; for (;;) n++', { timeout: 20 }));
told('context', () => vm.runInNewContext('do {} while (true)', {}, { timeout: 20 }));
told('caught', () => vm.runInNewContext('while (true) { try { for (;;) {} } catch {} finally { for (;;); } }', {}, { timeout: 20 }));
told('recursion', () => vm.runInNewContext('function f(n) { "use strict"; return n < 2 ? n : f(n - 1) + f(n - 2) } f(60)', {}, { timeout: 20 }));
told('arrow', () => vm.runInNewContext('const f = (n) => n < 2 ? n : f(n - 1) + f(n - 2); f(60)', {}, { timeout: 20 }));
told('nested', () => vm.runInNewContext('run("while (true);", { timeout: 10 })', { run: vm.runInThisContext }, { timeout: 1000 }));
told('inner', () => vm.runInNewContext('run("while (true);")', { run: vm.runInThisContext }, { timeout: 20 }));
told('value', () => vm.runInNewContext('let i = 0; while (i < 3) i++', {}, { timeout: 1000 }));
told('values', () => vm.runInNewContext('for (const x of [1, 2, 3]) { x * 2 }', {}, { timeout: 1000 }));
told('text', () => vm.runInNewContext('(function f(a) { "use strict"; while (a) a--; for (;;) { break } return () => a })', {}, { timeout: 1000 }).toString());
told('later', () => vm.runInNewContext('(n) => { while (n) n--; return "done" }', {}, { timeout: 1000 }));
told('labels', () => vm.runInNewContext('a: for (let i = 0; ; i++) { b: for (;;) { if (i < 3) continue a; break a } } "labels"', {}, { timeout: 1000 }));
told('objects', () => vm.runInNewContext('[1].map((x) => ({ x })).concat([2].map(x => y => x + y).map(f => f(1)))', {}, { timeout: 1000 }).length);
told('asi', () => vm.runInNewContext('var a = 3, f\nwhile (a) f = () => a--, f()\nif (a) while (a) a--; else f = 2\nf', {}, { timeout: 1000 }));
told('error', () => vm.runInNewContext('const f = () => { null.x }; f()', {}, { timeout: 1000 }));
try { vm.runInNewContext('\nconst f = () => { for (;;) null.x }; f()', {}, { timeout: 1000, filename: 'a.js' }); } catch (e) { console.log(e.stack.split('\n').slice(0, 8).join('|')); }
const script = new vm.Script('n => { while (n) n--; return "done" }');
console.log(script.runInThisContext({ timeout: 1000 })(1e6), script.runInThisContext()(1e6));
console.log(vm.runInNewContext('class A { #x = 1; static { while (false); } get x() { return this.#x } constructor() { for (const i of []); } } new A().x', {}, { timeout: 1000 }));
