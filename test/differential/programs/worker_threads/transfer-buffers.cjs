const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', ({ buffer, view }) => {
    view[0]++;
    parentPort.postMessage({ buffer, view }, [buffer]);
    parentPort.postMessage(buffer.byteLength);
    parentPort.close();
  });
`, { eval: true });
const buffer = new ArrayBuffer(8);
const view = new Uint16Array(buffer, 2, 2);
view.set([10, 20]);
worker.postMessage({ buffer, view }, [buffer]);
console.log(buffer.byteLength, view.length, view.byteLength);
worker.on('message', (m) => console.log(m));
