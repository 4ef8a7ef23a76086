const { Worker } = require('node:worker_threads');
const worker = new Worker('setInterval(() => {}, 1000); require("node:worker_threads").parentPort.postMessage("up")', { eval: true });
worker.on('message', (m) => { console.log(m); worker.unref(); });
worker.on('exit', () => console.log('never seen'));
process.on('exit', (code) => console.log('main exit', code));
