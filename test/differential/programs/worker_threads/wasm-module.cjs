const { Worker } = require('node:worker_threads');
const bytes = Uint8Array.from([0, 97, 115, 109, 1, 0, 0, 0, 1, 7, 1, 96, 2, 127, 127, 1, 127, 3, 2, 1, 0, 7, 7, 1, 3, 97, 100, 100, 0, 0, 10, 9, 1, 7, 0, 32, 0, 32, 1, 106, 11]);
const worker = new Worker(`
  const { parentPort, workerData } = require('node:worker_threads');
  const instance = new WebAssembly.Instance(workerData.module);
  new Int32Array(workerData.memory.buffer)[0] = instance.exports.add(20, 22);
  parentPort.postMessage([workerData.module instanceof WebAssembly.Module, workerData.memory.buffer instanceof SharedArrayBuffer]);
`, { eval: true, workerData: { module: new WebAssembly.Module(bytes), memory: globalThis.memory = new WebAssembly.Memory({ initial: 1, maximum: 1, shared: true }) } });
worker.on('message', (m) => console.log(m, new Int32Array(memory.buffer)[0]));
worker.on('error', (e) => console.log(e));
