const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { parentPort } = require('node:worker_threads');
  const listen = (m) => { parentPort.postMessage('got ' + m); parentPort.off('message', listen); parentPort.postMessage(parentPort.hasRef()); };
  parentPort.on('message', listen);
  parentPort.postMessage(parentPort.hasRef());
  process.on('exit', () => parentPort.postMessage('worker ends'));
`, { eval: true });
worker.on('message', (m) => console.log(m));
worker.postMessage('one');
worker.postMessage('two');
worker.on('exit', (c) => console.log('exit', c));
