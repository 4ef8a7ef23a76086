// Names that look like the imported one and are not, in every kind of scope. The import is a live binding, so each use is rewritten.
import { v, f, tag } from './live.mjs';
const o = { v, f, ['v' + v]: v, m(v) { return v; }, get g() { return v; }, v2: { v: v } };
console.log(o, o.m('param'), o.g, o.v2.v);
class A { v = v; static s = v; #p = v; [v]() { return v; } p() { return this.#p + v; } static { this.t = v; } }
console.log(new A().v, A.s, A.t, new A().p(), new A()[v]());
function outer(a = v, { v: renamed = v, ...rest } = {}) { var v2 = v; { let v = 'block'; v2 += v; } return [a, renamed, rest, v2]; }
console.log(outer(), outer(1, { v: 2, x: 3 }));
function hoisted() { console.log(v); if (true) { var v = 'var'; } return v; }
console.log(hoisted());
try { throw 'caught'; } catch (v) { console.log(v); }
try { throw { v: 'destructured' }; } catch ({ v }) { console.log(v); }
for (const v of ['of']) console.log(v);
for (let v in { key: 1 }) console.log(v);
switch (1) { case 1: let v = 'switch'; console.log(v); }
const arrow = (v) => ({ v }), named = function v() { return typeof v; }, K = class v { n() { return v.name; } };
console.log(arrow(1), named(), new K().n(), ((...v) => v)(1, 2));
console.log(f(), f?.(), tag`a${v}b`, new (class extends (class { b = v; }) {})().b, `${v}`, v ? 1 : 2, (v, v), [v, ...[v]], -v, typeof v, v in { 1: 1 });
let assigned; ({ assigned = v } = {}); ({ x: assigned = v } = {}); [assigned = v] = [];
console.log(assigned, v?.constructor.name, o?.v, (() => v)(), (async () => v)() instanceof Promise, [...(function* () { yield v; })()]);
v: for (;;) { break v; }
export { v as reexported };
try { v.x.y; } catch (e) { console.log(e.stack.split('\n')[1].replace(/.*main/, 'main')); }
try { f(1,   v.nothing()); } catch (e) { console.log(e.name, e.stack.split('\n')[1].replace(/.*main/, 'main')); }
