const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
async function* gen() { yield 1; console.log('gen', als.getStore()); yield Promise.resolve(2); console.log('gen2', als.getStore()); }
als.run('A', async () => {
  await eval('(async () => { await 1; console.log("eval", als.getStore()); })()');
  await (0, eval)('(async () => { await 1; console.log("ind", globalThis.als?.getStore()); })()');
  for await (const x of gen()) console.log('loop', x, als.getStore());
  for await (const x of [1, Promise.resolve(2)]) console.log('arr', x, als.getStore());
  {
    await using r = { async [Symbol.asyncDispose]() { console.log('dispose', als.getStore()); await 1; console.log('disposed', als.getStore()); } };
    await using q = null;
    console.log('in', als.getStore());
  }
  console.log('after using', als.getStore());
  const o = { then(f) { f(3); } };
  console.log(await o, als.getStore());
  await new Promise((r) => setTimeout(r, 1));
  console.log('t', als.getStore());
  const g2 = (async function* () { try { const v = yield 1; console.log('resumed', v, als.getStore()); } finally { await null; console.log('fin', als.getStore()); } })();
  await g2.next(); als.run('B', () => g2.next('x').then(() => console.log('done', als.getStore())));
  await 0; await 0; await 0; await 0; await 0; await 0;
  console.log('end', als.getStore());
});
globalThis.als = als;
console.log('out', als.getStore());
