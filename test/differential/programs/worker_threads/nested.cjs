const { Worker, isMainThread, parentPort, threadId, workerData } = require('node:worker_threads');
const depth = workerData ?? 0;
if (depth < 3) {
  const worker = new Worker(__filename, { workerData: depth + 1 });
  worker.on('message', (m) => (isMainThread ? console.log(m) : parentPort.postMessage([depth, ...m])));
  worker.on('exit', (code) => isMainThread && console.log('exit', code));
} else parentPort.postMessage([depth, threadId]);
