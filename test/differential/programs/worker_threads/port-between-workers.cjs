const { Worker, MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const source = (first) => `
  const { workerData: { port, name }, parentPort } = require('node:worker_threads');
  let n = 0;
  port.on('message', (m) => {
    parentPort.postMessage(name + ' got ' + m);
    if (m >= 5) return port.close();
    port.postMessage(m + 1);
  });
  ${first ? 'port.postMessage(0);' : ''}
`;
const log = [];
let left = 2;
for (const [name, port] of [['a', port1], ['b', port2]]) {
  const worker = new Worker(source(name === 'a'), { eval: true, workerData: { port, name }, transferList: [port] });
  worker.on('message', (m) => log.push(m));
  worker.on('exit', () => { if (--left === 0) console.log(log.sort().join('\n')); });
}
