// Everything that makes a module asynchronous, and what does not.
const inArrow = async () => await 1;
class A { static x = 1; async m() { await 2; } }
console.log(typeof await 5, await (await (async () => 6)()));
if (await true) console.log('if');
for (let i = await 0; i < await 2; i++) console.log('for', i);
switch (await 'b') { case await 'a': console.log('a'); break; case await 'b': console.log('b'); }
const { p = await 'default' } = {};
console.log(p, `${await 'template'}`, [await 1, ...await [2]], { [await 'k']: await 'v' });
label: { await null; break label; }
try { throw await 'thrown'; } catch (e) { console.log(e); } finally { await null; }
class B extends await Object { static [await 'f'] = 3; }
console.log(B.f, await inArrow(), -await 3, !(await 0), await A.x, await new A().m());
for await (const x of [Promise.resolve('x'), 'y']) console.log(x);
await import('node:fs').then((fs) => console.log(typeof fs.readFileSync));
