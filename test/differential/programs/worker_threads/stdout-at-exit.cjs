const { Worker } = require('node:worker_threads');
const worker = new Worker('for (let i = 0; i < 200; i++) console.log("line", i); process.exit(5);', { eval: true });
worker.on('exit', (code) => console.log('exit', code));
