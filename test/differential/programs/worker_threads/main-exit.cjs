const { Worker } = require('node:worker_threads');
const worker = new Worker('require("node:worker_threads").parentPort.postMessage(1); setInterval(() => {}, 100); process.on("exit", () => console.log("never"))', { eval: true });
worker.on('exit', () => console.log('never'));
worker.on('message', () => process.exit(6));
process.on('exit', (c) => console.log('main', c));
