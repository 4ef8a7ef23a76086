// More than the kernel hands over in one call, sent before the other side reads.
const { Worker, workerData } = require('node:worker_threads');
const TEXT = 'x'.repeat(10_000);
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  let n = 0;
  parentPort.on('message', (m) => { n++; if (m === 'last') { parentPort.postMessage(n); parentPort.close(); } });
`, { eval: true });
for (let i = 0; i < 40; i++) worker.postMessage(TEXT);
worker.postMessage('last');
worker.on('message', (n) => console.log('the thread got', n));
worker.on('exit', (code) => {
  console.log('exit', code);
  // The other way: what a thread that has ended had sent while nobody read.
  const flag = new Int32Array(new SharedArrayBuffer(4));
  const other = new Worker(`
    const { parentPort, workerData } = require('node:worker_threads');
    for (let i = 0; i < 40; i++) parentPort.postMessage('y'.repeat(10_000));
    setImmediate(() => { Atomics.store(workerData, 0, 1); Atomics.notify(workerData, 0); });
  `, { eval: true, workerData: flag });
  let got = 0;
  other.on('message', () => got++);
  other.on('online', () => Atomics.wait(flag, 0, 0, 5000));
  other.on('exit', (code) => console.log('exit', code, 'after', got));
});
