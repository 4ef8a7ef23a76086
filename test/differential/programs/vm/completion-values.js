const vm = require('vm');
const ctx = vm.createContext({ n: 0 });
for (const code of ['1 + 1', 'var a = 5', 'a', 'if (true) 7', 'for (let i = 0; i < 3; i++) i', '({ a: 1 })', '{ a: 1 }', 'function f() {}', 'f', 'let l = 1; l', 'class A {}', '"use strict"; 9', 'try { 1 } finally { 2 }', 'do { n++ } while (n < 3)', ';', 'x: 8', 'void 0', 'n++; n'])
  console.log(code, '=>', vm.runInContext(code, ctx), '|', (() => { try { return vm.runInThisContext(code); } catch (e) { return e.message; } })());
