// The handle of a thread that has ended has no reference to hold.
const { createHook } = require('node:async_hooks');
const { Worker } = require('node:worker_threads');
let handle;
createHook({ init(_id, type, _trigger, resource) { if (type === 'WORKER') handle = resource; } }).enable();
const worker = new Worker('', { eval: true });
console.log(handle.hasRef());
worker.unref();
console.log(handle.hasRef());
worker.ref();
worker.on('exit', (code) => {
  console.log(code, handle.hasRef());
  setTimeout(() => console.log(handle.hasRef()), 0);
});
