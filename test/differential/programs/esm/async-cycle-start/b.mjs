import './a.mjs';
console.log('b1');
await null;
console.log('b2');
for await (const x of [Promise.resolve('x'), 'y']) console.log(x);
label: for await (const { v, w = await 'w' } of [{ v: 1 }, { v: 2 }, { v: 3 }]) {
  if (v === 2) continue label;
  console.log(v, w);
}
try { await Promise.reject(new Error('no')); } catch (e) { console.log(e.message); }
try { for await (const x of [Promise.reject(new Error('in loop'))]) console.log(x); } catch (e) { console.log(e.message); }
export const b = await 'b' + await thenable();
function thenable() { return { then(f) { f('!'); } }; }
