// Direct eval in a module: its scope, its imports, its awaits.
import { value } from './m.mjs';
const local = 'local';
console.log(eval('local + value'), eval('typeof require'), eval(5), eval(), eval('1', 'ignored'), (0, eval)('typeof local'));
console.log((await eval("import('./m.mjs')")).value, await eval('(async () => { await null; return local })()'));
const run = (code) => eval(code); console.log(run('local'), String(run), eval('var inner = 1; inner'), typeof inner);
const o = { eval: (x) => 'method ' + x, m() { return this.eval('x'); } }; console.log(o.eval('import("x")'), o.m());
try { eval('let a = ;'); } catch (e) { console.log(e.name, e.message); }
