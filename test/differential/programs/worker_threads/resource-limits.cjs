const { Worker, resourceLimits } = require('node:worker_threads');
console.log(resourceLimits);
const worker = new Worker('require("node:worker_threads").parentPort.postMessage(require("node:worker_threads").resourceLimits)', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64, maxYoungGenerationSizeMb: 8, codeRangeSizeMb: 16, stackSizeMb: 2 } });
console.log(worker.resourceLimits);
worker.on('message', (m) => console.log(m));
worker.on('exit', () => console.log(worker.resourceLimits));
