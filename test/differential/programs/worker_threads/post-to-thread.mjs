import { Worker, postMessageToThread, threadId, isMainThread } from 'node:worker_threads';
// The worker's message and its answer to the thread come by different ways, in either order.
const got = [];
process.on('workerMessage', (value, source) => got.push(['main got', value, 'from', source > 0]));
process.on('exit', () => console.log(got));
const worker = new Worker(`
  const { postMessageToThread, parentPort } = require('node:worker_threads');
  process.on('workerMessage', async (value, source) => {
    parentPort.postMessage(['worker got', value, source]);
    await postMessageToThread(0, 'reply');
    parentPort.close();
  });
  parentPort.on('message', () => {});
  parentPort.postMessage('ready');
`, { eval: true });
worker.on('message', async (m) => {
  console.log(m);
  if (m === 'ready') await postMessageToThread(worker.threadId, { hi: 1 });
});
await postMessageToThread(99, 1).catch((e) => console.log(e.code, e.message));
await postMessageToThread(threadId, 1).catch((e) => console.log(e.code, e.message));
