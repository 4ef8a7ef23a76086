const { AsyncResource, executionAsyncId, triggerAsyncId, AsyncLocalStorage } = require('node:async_hooks');
const storage = new AsyncLocalStorage();
class Job extends AsyncResource { constructor() { super('Job'); } run(fn) { return this.runInAsyncScope(fn, { self: 1 }, 'a', 'b'); } }
const job = storage.run('inside', () => new Job());
console.log(job.run(function (...args) { return [this, args, executionAsyncId() === job.asyncId(), storage.getStore()]; }));
console.log(typeof job.triggerAsyncId(), job.emitDestroy() === job);
const bound = storage.run('bound', () => AsyncResource.bind(function (x) { return [x, storage.getStore(), this === undefined || typeof this]; }));
console.log(bound('arg'), bound.length);
for (const args of [[], [5], ['t', { triggerAsyncId: -5 }], ['']]) try { new AsyncResource(...args); console.log('ok'); } catch (error) { console.log(error.code, error.message); }
