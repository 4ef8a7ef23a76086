const { AsyncLocalStorage } = require('async_hooks');
const als = new AsyncLocalStorage();
async function* gen() { for (let i = 0; i < 3; i++) { await i; yield als.getStore() + i; } }
als.run('maker', async () => {
  const it = gen();
  console.log(await it.next(), als.getStore());
  await als.run('user', async () => { console.log(await it.next(), als.getStore()); });
  for await (const x of it) console.log(x, als.getStore());
  await null;
  console.log(als.getStore());
});
