const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  process.on('uncaughtException', (e, origin) => console.log('worker caught', e.message, origin));
  setTimeout(() => console.log('goes on'), 5);
  throw new Error('x');
`, { eval: true });
worker.on('error', (e) => console.log('error', e.message));
worker.on('exit', (c) => console.log('exit', c));
