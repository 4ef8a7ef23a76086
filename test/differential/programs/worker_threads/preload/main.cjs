// node: --require ./pre.cjs
const { Worker } = require('node:worker_threads');
console.log('main', globalThis.preloaded);
new Worker('console.log("worker", globalThis.preloaded)', { eval: true });
