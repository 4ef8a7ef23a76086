const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { Worker, parentPort } = require('node:worker_threads');
  const inner = new Worker('require("node:worker_threads").parentPort.postMessage("inner runs"); setInterval(() => {}, 1000)', { eval: true });
  inner.on('message', (m) => parentPort.postMessage(m));
`, { eval: true });
worker.on('message', (m) => { console.log(m); worker.terminate().then((c) => console.log('terminated', c)); });
