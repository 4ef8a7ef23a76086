const wt = require('node:worker_threads');
console.log(wt.isMainThread, wt.isInternalThread, wt.threadId, JSON.stringify(wt.threadName), wt.parentPort, wt.workerData, wt.SHARE_ENV.toString(), Object.keys(wt).sort().join());
const worker = new wt.Worker('const w = require("node:worker_threads"); w.parentPort.postMessage([w.isMainThread, w.isInternalThread, w.threadId, w.threadName, w.workerData, w.parentPort.constructor.name])', { eval: true, name: ' my thread ' });
console.log(worker.threadName, worker.threadId);
worker.on('message', (m) => console.log(m));
worker.on('exit', () => console.log(worker.threadName, worker.threadId));
