const { Worker } = require('node:worker_threads');
const worker = new Worker('let a = ;', { eval: true });
worker.on('error', (error) => console.log(error.name, error.message));
worker.on('exit', (code) => console.log('exit', code));
