const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
als.run(1, async () => {
  console.log('sync', als.getStore());
  await null;
  console.log('after await', als.getStore());
  await new Promise((r) => setTimeout(r, 1));
  console.log('after timer', als.getStore());
});
als.run(2, async () => { await null; console.log('second', als.getStore()); try { await Promise.reject(1); } catch { console.log('catch', als.getStore()); } });
console.log('outside', als.getStore());
