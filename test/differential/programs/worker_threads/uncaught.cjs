const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  class Special extends TypeError { constructor(m) { super(m); this.name = 'Special'; this.extra = { deep: [1] }; } }
  process.on('exit', (code) => console.log('worker exit', code));
  setTimeout(() => { throw new Special('from worker'); }, 1);
`, { eval: true });
worker.on('error', (error) => console.log('error', error.name, error.message, error.extra, error instanceof TypeError, error.constructor.name));
worker.on('exit', (code) => console.log('exit', code));
