const { Worker } = require('node:worker_threads');
const worker = new Worker('require("node:worker_threads").parentPort.postMessage("spinning"); for (;;);', { eval: true });
worker.on('message', async (m) => {
  console.log(m);
  const promise = worker.terminate();
  console.log(promise instanceof Promise, worker.threadId);
  console.log('terminated', await promise);
  console.log(await worker.terminate(), worker.threadId);
});
worker.on('exit', (code) => console.log('exit', code));
