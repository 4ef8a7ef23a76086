// The context in text that eval gets, and across what `yield` and `await using` wait for.
const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
als.run('A', async () => {
  const code = '(async () => { await 1; const before = als.getStore(); await null; return [before, als.getStore()]; })()';
  console.log(await eval(code));
  const own = eval;
  globalThis.als = als;
  console.log(await own(code));
  console.log(await new Function('als', `return ${code}`)(als));
  async function* counts() { yield await 1; yield als.getStore(); const sent = yield 2; yield [sent, als.getStore()]; }
  const it = counts();
  for (let i = 0; i < 2; i++) console.log((await it.next()).value);
  await it.next();
  console.log((await als.run('B', () => it.next('x'))).value, als.getStore());
  { await using r = { [Symbol.dispose]() { console.log('disposed', als.getStore()); } }; }
  console.log(als.getStore());
});
