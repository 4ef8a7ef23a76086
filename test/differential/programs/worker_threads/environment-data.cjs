const { Worker, setEnvironmentData, getEnvironmentData } = require('node:worker_threads');
setEnvironmentData('a', { x: [1] });
setEnvironmentData('gone', 1);
setEnvironmentData('gone');
const worker = new Worker(`
  const { parentPort, getEnvironmentData, setEnvironmentData, Worker } = require('node:worker_threads');
  setEnvironmentData('b', 2);
  const inner = new Worker('const w = require("node:worker_threads"); w.parentPort.postMessage([w.getEnvironmentData("a"), w.getEnvironmentData("b")])', { eval: true });
  inner.on('message', (m) => parentPort.postMessage([getEnvironmentData('a'), getEnvironmentData('gone'), m]));
`, { eval: true });
worker.on('message', (m) => console.log(JSON.stringify(m), getEnvironmentData('b')));
