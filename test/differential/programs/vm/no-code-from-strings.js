// webpack reads its magic comments in a context in which text may not become code: its own scripts run there all the same.
const vm = require('node:vm');
const assert = require('node:assert');
const context = vm.createContext(undefined, { name: 'closed', codeGeneration: { strings: false, wasm: false } });
assert.deepEqual({ ...vm.runInContext('(function(){return {webpackMode: "eager"};})()', context) }, { webpackMode: 'eager' });
assert.equal(vm.runInContext('var one = 1; let two = 2; one + two', context), 3);
assert.equal(new vm.Script('one + two + 1').runInContext(context), 4);
for (const text of ['eval("1")', '(0, eval)("1")', 'new Function("1")', 'globalThis.eval("1")', '(() => { const e = eval; return e("1"); })()']) {
  assert.throws(() => vm.runInContext(text, context), { name: 'EvalError', message: 'Code generation from strings disallowed for this context' }, text);
}
assert.equal(vm.runInContext('two', context), 2);
console.log('closed');
