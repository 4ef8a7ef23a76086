function f(x) { return x; }
const x1 = f(0) || f(1) && f(0) || (f(1), f(2)) ;
const x2 = f(null) ?? f(2) ?? f(3);
let x3 = null; x3 ??= f(1); x3 ||= f(2); x3 &&= f(0);
const x4 = f(1) ? f(0) ? 1 : (2) : ( f(3) ? 4 : 5 );
if (f(1)) f(2); else f(3);
if (f(0)) f(2); else if (f(0)) f(3); else f(5);
if (f(0)) { f(2); } else if (f(1)) { f(3); } else { f(5); }
const opt = f(null)?.x?.y(1);
(() => { f(1); })();
(() => {})();
var fx = function named() { return f(1); }; fx();
function dflt(a = f(1), { b = f(2) } = {}) { return a + b; } dflt(); dflt(1, { b: 1 });
const a = { b: { c() { return 1; } }, f: () => 2, n: null };
a?.b?.c(); a.n?.x; a.n?.x.y.z; a.b?.c?.(); a.zz?.(1, 2); a?.['b']?.['q']?.r; (a)?.b; a.b.zzz?.c(); a?.b.c?.().x?.y;
const t = (x) => x?.y; t(null); t({ y: 1 });
delete a?.q;
class P { #x = 1; static has(o) { return o?.#x; } q = 1; r = () => 2; }
P.has(new P()); P.has(null);
for (const k in a) if (k === 'b') break;
function noret() { if (a) { return; } }
const q = 0;
q && (() => 3); q && (function () {}); q && ( () => 3); q && !function () {}; q && [].map(() => 1); q && [].map(function () {}); q && [].map((() => 1)); const zz = (() => 1); q && q(1, () => 2); q && ((() => 1), (() => 2)); q && new q(() => 1);q && (async () => {}); q && (x => x); q && void function () {};
