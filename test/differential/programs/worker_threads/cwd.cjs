const { Worker, isMainThread, parentPort } = require('node:worker_threads');
const path = require('node:path');
if (isMainThread) {
  const worker = new Worker(__filename);
  worker.once('message', (m) => {
    console.log(path.basename(m));
    process.chdir('..');
    worker.once('message', (n) => console.log(path.relative(m, n)));
    worker.postMessage(0);
  });
} else {
  parentPort.postMessage(process.cwd());
  parentPort.once('message', () => parentPort.postMessage(process.cwd()));
}
