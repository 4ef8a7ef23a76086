// A thenable (the query of a database library) is asked in the context of the one who waits for it.
const { AsyncLocalStorage } = require('node:async_hooks');
const store = new AsyncLocalStorage();
const query = (name) => ({ then(done) { console.log(name, store.getStore()); setImmediate(done, name); } });
const one = async () => {
  console.log(await query('await'), store.getStore());
  console.log(await Promise.all([query('all'), query('all too')]), store.getStore());
  await Promise.resolve(query('resolve'));
  await Promise.resolve().then(() => query('then'));
  console.log('end', store.getStore());
};
let reads = 0;
const counted = { get then() { reads++; return (done) => done(reads); } };
const plain = { then: 5 };
const failing = { get then() { throw new Error('read'); } };
store.run('outer', async () => {
  await Promise.all([store.run('A', one), store.run('B', one)]);
  console.log(await counted, (await plain).then, await Promise.resolve(counted), store.getStore());
  await (async () => await failing)().catch((e) => console.log(e.message));
  await Promise.resolve(failing).catch((e) => console.log(e.message));
  await Promise.resolve().then(() => failing).catch((e) => console.log(e.message, store.getStore()));
  const order = [];
  await Promise.all([
    (async () => { await { then(done) { order.push('thenable'); done(); } }; order.push('after thenable'); })(),
    (async () => { await 1; order.push('1'); await 1; order.push('2'); await 1; order.push('3'); })(),
  ]);
  console.log(order.join());
});
