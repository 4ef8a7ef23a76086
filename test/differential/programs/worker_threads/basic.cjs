const { Worker, isMainThread, parentPort, workerData, threadId } = require('node:worker_threads');
if (isMainThread) {
  const worker = new Worker(__filename, { workerData: { list: [1, 2, 3], map: new Map([['a', { b: 1 }]]) } });
  let online = 0;
  worker.on('online', () => online++);
  worker.on('message', (message) => console.log('message', message));
  worker.on('exit', (code) => console.log('exit', code, worker.threadId, online));
} else {
  parentPort.postMessage({ workerData, threadId, main: require.main === module, argv: process.argv.length });
}
