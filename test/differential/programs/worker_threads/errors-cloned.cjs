const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (error) => parentPort.postMessage([error.name, error.message, error.cause?.message, error.code, error instanceof Error, error.constructor.name, typeof error.stack, Object.keys(error)]));
`, { eval: true });
const custom = new (class Custom extends Error {})('custom');
custom.code = 'E_CODE';
const list = [new Error('plain'), new RangeError('range', { cause: new Error('why') }), custom, new DOMException('dom', 'AbortError'), new AggregateError([new Error('x')], 'agg')];
let n = 0;
worker.on('message', (m) => { console.log(m); if (++n === list.length) worker.terminate(); });
for (const error of list) worker.postMessage(error);
