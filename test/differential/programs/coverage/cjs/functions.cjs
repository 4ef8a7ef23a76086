class K { constructor(x) { this.x = x; } m() { return this.x; } get g() { return 1; } static s() { } #p() { } async am() { await 1; } *gen() { yield 1; } }
new K(1).m();
const o = { f() { return 1; }, g: function () { return 2; }, h: () => 3, get q() { return 1; }, async z() { } };
o.f(); o.h(); o.q;
noret();
function both() { if (a) { return 1; } else { return 2; } }
both();
function nested() { { { return 1; } } }
nested();
async function aw() { const x = await 1; await 2; if (x) { await 3; } return await 4; }
aw();
async function rej() { await Promise.reject(new Error('x')); return 1; }
rej().catch(() => {});
const fn = async () => { try { await rej(); return 1; } catch (e) { return 2; } finally { await 1; } };
fn();
function w() { while (true) { if (a) return 1; } }
w();
function doo() { let i = 0; do { i++; } while (i < 3); return i; }
doo();
function sw2(x) { switch (x) { case 1: case 2: return 1; default: } }
sw2(2); sw2(5);
var v = a ? function () { return 1; } : function () { return 2; }; v();
const memo = a && (() => 3); memo();
function args() { return Array.prototype.map.call(arguments, (x) => x || 0); } args(0, 1);
function comma() { return a, a.b ? 1 : 2; } comma();
function thr() { throw a; } try { thr(); } catch {}
function unreach() { return 1; console.log('no'); } unreach();
function withLoop(n) { for (let i = 0; i < n; i++) { if (i > 2) { return i; } } return -1; } withLoop(1); withLoop(9);
process.nextTick(() => { a.b.c(); });
var a = { b: { c() { return 1; } } };
