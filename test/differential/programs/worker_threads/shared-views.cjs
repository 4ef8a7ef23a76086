const { Worker } = require('node:worker_threads');
const buffer = new SharedArrayBuffer(16);
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', ({ a, b, raw }) => {
    a[0] = 7;
    b.setFloat64(8, 1.5);
    parentPort.postMessage([a.buffer === b.buffer, raw === a.buffer, raw.byteLength, a.length, b.byteOffset]);
  });
`, { eval: true });
const a = new Uint8Array(buffer, 0, 4), b = new DataView(buffer, 0);
worker.postMessage({ a, b, raw: buffer });
worker.on('message', (m) => console.log(m, a[0], b.getFloat64(8)));
