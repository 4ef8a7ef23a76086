const { Worker } = require('node:worker_threads');
const worker = new Worker('setTimeout(() => console.log("worker done"), 30)', { eval: true });
process.on('beforeExit', () => console.log('beforeExit'));
worker.on('exit', () => console.log('exit'));
console.log('main script done');
