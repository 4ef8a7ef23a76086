const vm = require('vm');
const ctx = vm.createContext({});
for (const code of ['missing', 'process', 'require', 'Buffer', 'setTimeout', 'console.log', 'URL', 'missing.x', '"use strict"; leak = 1', 'typeof process', 'typeof setTimeout', 'typeof console', 'typeof WebAssembly', 'typeof structuredClone', 'typeof queueMicrotask'])
  try { console.log(code, '=>', typeof vm.runInContext(code, ctx) === 'function' ? 'function' : vm.runInContext(code, ctx)); } catch (e) { console.log(code, '=>', e.name, e.message); }
