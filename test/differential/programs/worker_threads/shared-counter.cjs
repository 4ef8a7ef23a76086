const { Worker, isMainThread, workerData } = require('node:worker_threads');
if (isMainThread) {
  const shared = new SharedArrayBuffer(8);
  let left = 3;
  for (let i = 0; i < 3; i++) {
    new Worker(__filename, { workerData: shared }).on('exit', () => {
      if (--left === 0) console.log(new Int32Array(shared)[0], new Int32Array(shared)[1]);
    });
  }
} else {
  const cells = new Int32Array(workerData);
  for (let i = 0; i < 10000; i++) Atomics.add(cells, 0, 1);
  Atomics.or(cells, 1, 1 << require('node:worker_threads').threadId);
}
