const vm = require('vm');
globalThis.shared = 1;
console.log(vm.runInThisContext('shared + 1'), vm.runInThisContext('var made = 5; made * 2'), made, typeof vm.runInThisContext('(function () { return typeof require; })')());
const script = new vm.Script('shared++; shared', { filename: 'counter.js' });
console.log(script.runInThisContext(), script.runInThisContext(), script.sourceMapURL, script.cachedDataRejected);
for (const code of ['let x = ;', 'foo(', '{', '"unterminated', 'return 1', 'await 1', 'a b', 'import x from "y"', 'let a; let a']) {
  try {
    new vm.Script(code, { filename: 'bad.js' });
    console.log(code, 'compiled');
  } catch (e) {
    console.log(JSON.stringify(code), e.name, e.message, JSON.stringify(e.stack.split('\n').slice(0, 2)));
  }
}
try {
  vm.runInThisContext('\n\n  throw new Error("thrown")', { filename: 'thrower.js', lineOffset: 10 });
} catch (e) {
  console.log(e.stack.split('\n').slice(0, 6).join('\n'));
}
const fn = vm.compileFunction('return a + b + this.c', ['a', 'b']);
console.log(fn.call({ c: 3 }, 1, 2), fn.name, fn.length);
const produced = new vm.Script('1 + 1', { produceCachedData: true });
console.log(produced.cachedDataProduced, produced.cachedData instanceof Buffer, new vm.Script('1 + 1', { cachedData: produced.cachedData }).cachedDataRejected, new vm.Script('2', { cachedData: Buffer.from('junk') }).cachedDataRejected);
console.log(new vm.Script('x\n//# sourceMappingURL=map.json').sourceMapURL);
try { new vm.Script(1, 2); } catch (e) { console.log(e.code); }
