const { Worker } = require('node:worker_threads');
const worker = new Worker('console.log("may run")', { eval: true, stdout: true });
worker.terminate().then((code) => console.log('code', code));
worker.on('exit', (code) => console.log('exit', code));
worker.on('error', (error) => console.log('error', error));
