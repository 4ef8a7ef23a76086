// Programs find their global object by `new Function('return this')()`: istanbul keeps its coverage there, lodash and core-js look there.
const vm = require('vm');
const ctx = vm.createContext({ state: 1 });
const run = (code) => vm.runInContext(code, ctx);
console.log(run("new Function('return this')() === globalThis"), run("Function('return this')() === globalThis"), run("(0, eval)('this') === globalThis"), run("(0, eval)('typeof state')"));
run("(function () { var g = new Function('return this')(); (g.__coverage__ || (g.__coverage__ = {})).a = 1; })()");
console.log(ctx.__coverage__, typeof __coverage__);
run("'use strict'; (function () { Function('set', 'late = set')(7); })()");
console.log(ctx.late, typeof late);
console.log(run("new Function('a', 'b = 2', '...c', 'return [a, b, c.length, state]')(1, undefined, 3, 4)"), run("String(new Function('a', 'b', 'return a'))"), run('String(function () { return new Function; })'), run('String(() => (0, eval)(1))'));
console.log(run("(function (Function) { return new Function('return this'); })(Array)"), run("{ const eval = String; (0, eval)(5) }"), run("typeof new Function.prototype.constructor('return 1')"));
console.log(run("(0, eval)('let once = 1; once')"), run("(0, eval)('let once = 2; once')"), run("try { once } catch (e) { e.name }"), run('(0, eval)(state)'), run("(0, eval)('var kept = 3'); kept"), ctx.kept);
for (const bad of ["new Function('}')", "new Function('a,', 'b)', '1')", "(0, eval)('1 +')"]) console.log(run(`try { ${bad} } catch (e) { e.name + ': ' + e.message }`));
console.log(run("(async () => new Function('return (async () => await state)()')())()").constructor.name, run("Object.getPrototypeOf(new Function()) === Function.prototype"), run("new Function() instanceof Function"));
const fn = vm.compileFunction("return new Function('return this')()", [], { parsingContext: ctx });
console.log(fn().state, fn() === run('globalThis'));
console.log(run("class Made extends Function { constructor(text) { super(text); } twice() { return [this(), this()]; } } new Made('return 4').twice()"));
const closed = vm.createContext({}, { codeGeneration: { strings: false } });
for (const code of ["new Function('1')", "(0, eval)('1')"]) try { console.log(vm.runInContext(code, closed)); } catch (e) { console.log(e.name, e.message); }
