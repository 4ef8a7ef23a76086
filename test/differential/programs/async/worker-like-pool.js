const { AsyncResource, AsyncLocalStorage } = require('async_hooks'); const als = new AsyncLocalStorage(); const queue = [];
const submit = (job) => new Promise((resolve) => queue.push({ job, resolve, run: AsyncResource.bind((v) => { resolve([v, als.getStore()]); }) }));
als.run('one', () => submit(1).then((r) => console.log(r, als.getStore()))); als.run('two', async () => { console.log(await submit(2), als.getStore()); await null; console.log(als.getStore()); });
setImmediate(() => als.run('drainer', () => { for (const t of queue) t.run(t.job * 10); }));
