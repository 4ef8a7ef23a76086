const { Worker } = require('node:worker_threads');
const { createSecretKey } = require('node:crypto');
const key = createSecretKey(Buffer.from('00112233', 'hex'));
const worker = new Worker(`
  const { workerData, parentPort } = require('node:worker_threads');
  parentPort.postMessage([workerData.type, workerData.export().toString('hex'), workerData.constructor.name, workerData.symmetricKeySize]);
`, { eval: true, workerData: key });
worker.on('message', (m) => console.log(m));
worker.on('error', (e) => console.log(e.message));
