const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  let sum = 0;
  parentPort.on('message', (m) => { sum += m; if (m === 1999) { for (let i = 0; i < 2000; i++) parentPort.postMessage(i); parentPort.postMessage({ sum }); parentPort.close(); } });
`, { eval: true });
let next = 0, ordered = true;
worker.on('message', (m) => { if (typeof m === 'object') console.log(m, next, ordered); else ordered &&= m === next++; });
worker.on('exit', (c) => console.log('exit', c));
for (let i = 0; i < 2000; i++) worker.postMessage(i);
