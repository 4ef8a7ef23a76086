const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  parentPort.on('message', (m) => m === 'end' ? parentPort.close() : parentPort.postMessage(['echo', m]));
`, { eval: true });
const values = [1, 'two', null, undefined, 3n, true, [1, , 3], { a: { b: [] } }, new Date(0), /x/gi, new Set([1]), new Uint8Array([1, 2]), -0, NaN, new Error('boom').message];
worker.on('message', (m) => console.log(m));
worker.on('exit', (code) => console.log('exit', code));
for (const value of values) worker.postMessage(value);
worker.postMessage('end');
