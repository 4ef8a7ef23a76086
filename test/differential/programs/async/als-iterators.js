const { AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage();
async function* g() { for (let i = 0; i < 3; i++) { await i; yield `${i}${als.getStore()}`; } }
const manual = { [Symbol.asyncIterator]() { let n = 0; return { next: () => Promise.resolve({ value: n, done: n++ > 1 }), return: async () => { await 0; console.log('return', als.getStore()); return {}; } }; } };
als.run('I', async () => {
  for await (const x of g()) console.log(x, als.getStore()); for await (const x of manual) { console.log(x, als.getStore()); await null; if (x) break; } console.log('after', als.getStore());
  for await (const x of [1, Promise.resolve(2)]) { await x; console.log(x, als.getStore()); }
  for await (const x of require('stream').Readable.from(['s'])) console.log(String(x), als.getStore());
  console.log(await Array.fromAsync(g()), als.getStore());
});
