const { Worker, isMainThread, parentPort, workerData } = require('node:worker_threads');
if (isMainThread) {
  const run = (n) => new Promise((done, fail) => new Worker(__filename, { workerData: n }).on('message', done).on('error', fail));
  (async () => {
    console.log(await Promise.all(Array.from({ length: 6 }, (_, i) => run(i))));
    let sum = 0;
    for (let i = 0; i < 6; i++) sum += await run(i);
    console.log(sum);
  })();
} else parentPort.postMessage(workerData * workerData);
