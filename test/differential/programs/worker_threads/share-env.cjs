const { Worker, SHARE_ENV } = require('node:worker_threads');
process.env.BEFORE = '1';
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  process.env.INSIDE = 'set'; delete process.env.BEFORE;
  parentPort.postMessage(['INSIDE' in process.env, Object.keys(process.env).includes('INSIDE'), process.env.OTHER]);
  parentPort.once('message', () => parentPort.postMessage(process.env.LATER));
`, { eval: true, env: SHARE_ENV });
let n = 0;
worker.on('message', (m) => {
  console.log(m, process.env.INSIDE, process.env.BEFORE);
  if (n++ === 0) { process.env.LATER = 'from main'; worker.postMessage(0); }
});
