const { Worker } = require('node:worker_threads');
const worker = new Worker('./no-such-file.js');
worker.on('error', (error) => console.log(error.code, error.message.split('\n')[0], error.requireStack));
worker.on('exit', (code) => console.log('exit', code));
