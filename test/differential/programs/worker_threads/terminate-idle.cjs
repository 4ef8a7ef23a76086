const { Worker } = require('node:worker_threads');
const worker = new Worker('process.on("exit", () => console.log("never")); setInterval(() => {}, 1000);', { eval: true });
worker.once('online', () => worker.terminate().then((code) => console.log('code', code)));
worker.on('exit', (code) => console.log('exit', code));
