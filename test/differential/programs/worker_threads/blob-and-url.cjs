const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.once('message', async ({ blob, url, list }) => {
    parentPort.postMessage([await blob.text(), blob.type, blob.size, blob.constructor.name, typeof url, list.size]);
  });
`, { eval: true });
worker.postMessage({ blob: new Blob(['hello ', 'blob'], { type: 'text/x' }), url: String(new URL('http://a.test/')), list: new Set([1]) });
worker.on('message', (m) => console.log(m));
