'use strict';
function a(x) { if (x) { return 1; } else { return 2; } }
function b(x) { if (x) return 1; return 2; }
const c = (x) => x ? 'yes' : 'no';
const d = x => x && (x.y || x.z) ;
a(1); b(0); c(1); c(0); d({ y: 0, z: 1 });
function never() { return () => 1; }
while (false) { }
do { a(0) } while (false)
try { throw new Error('x'); } catch { b(1) } finally { b(1) }
switch (a(1)) { case 1: b(1); break; case 2: b(2); default: b(3); }
module.exports = function () { };
exports.foo = () => { };
async function as(x) { await x; if (!x) { return 3; } await 2; return 1; }
as(1);
[1, 2].map((x) => x + 1).filter(function (x) { return x > 10 ? never() : 0; });
(function iife() { return; })();
try { throw new Error('x'); } catch { ff(1) }
try { ff(1); throw new Error('x'); } catch (e) { ff(2) } finally { ff(3) }
function tt() { try { return ff(1); } catch { return 2; } finally { ff(1); } }
tt();
function ff(x) { return x; }
function gg(x) { if (x) { ff(1); } ff(2); if (!x) { return ff(3) } else { ff(4); } ff(5); }
gg(0); gg(1); gg(1);
function hh(x) { if (x > 5) throw new Error('a'); ff(x); }
hh(1); try { hh(6); } catch {}
function sw(x) { switch (x) { case 1: return 'one'; case 2: { ff(2); break; } case 3: ff(3); default: return 'def'; } return 'end'; }
sw(1); sw(3); sw(9);
function loops() { outer: for (const a of [1, 2, 3]) { for (const b of [1, 2]) { if (b === 2) continue outer; if (a === 3) break outer; ff(a); } ff('x'); } return 1; }
loops();
