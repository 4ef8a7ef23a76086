const { AsyncLocalStorage } = require('node:async_hooks');
const als = new AsyncLocalStorage();
const sleep = (ms) => new Promise((r) => setTimeout(r, ms));
const log = (w) => console.log(w, als.getStore());
als.run(1, async () => {
  log('sync');
  await Promise.resolve();
  log('after await');
  await sleep(1);
  log('after timer');
  try { await Promise.reject(new Error('x')); } catch { log('in catch'); } finally { log('in finally'); }
  await als.run('inner', async () => { await sleep(1); log('inner'); });
  log('back outside inner');
  for await (const v of (async function* () { yield 1; await sleep(1); yield 2; })()) log(`iteration ${v}`);
  await Promise.all([sleep(60).then(() => log('all a')), (async () => { await sleep(1); log('all b'); })()]);
  log('after all');
  second.resolve();
});
const second = Promise.withResolvers(), none = Promise.withResolvers(), last = Promise.withResolvers();
als.run(2, async () => { await second.promise; await sleep(1); log('second'); await sleep(3); log('second again'); none.resolve(); });
(async () => { await none.promise; await sleep(1); log('none'); last.resolve(); })();
log('outside');
last.promise.then(() => setTimeout(() => log('timer without'), 1));
console.log(Promise.resolve(1).constructor === Promise, Promise.resolve(5), async () => {}, new (class P extends Promise {})(() => {}) instanceof Promise);
