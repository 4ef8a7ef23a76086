const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  process.on('unhandledRejection', (reason) => { console.log('handled', reason.message); });
  Promise.reject(new Error('a'));
  setTimeout(() => { process.removeAllListeners('unhandledRejection'); Promise.reject(new Error('b')); }, 5);
`, { eval: true });
worker.on('error', (e) => console.log('error', e.message));
worker.on('exit', (c) => console.log('exit', c));
