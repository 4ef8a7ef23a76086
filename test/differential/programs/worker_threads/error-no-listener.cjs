const { Worker } = require('node:worker_threads');
process.on('uncaughtException', (error) => console.log('main caught', error.message));
process.on('exit', (code) => console.log('main exit', code));
new Worker('throw new Error("nobody listens")', { eval: true });
