const { Worker, MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const worker = new Worker(`
  const { workerData: port } = require('node:worker_threads');
  port.onmessage = (event) => {
    port.postMessage([event.constructor.name, event.type, event.data, event.target === port, event.ports.length]);
    if (event.data === 2) port.close();
  };
  port.addEventListener('close', () => console.log('worker side closed'));
`, { eval: true, workerData: port2, transferList: [port2] });
port1.addEventListener('message', ({ data }) => console.log(data));
port1.start?.();
const ends = [];
port1.on('close', () => ends.push('main side closed'));
port1.postMessage(1);
port1.postMessage(2);
// Which of the two is first is anybody's guess, in Node too.
worker.on('exit', (c) => ends.push(`exit ${c}`));
process.on('exit', () => console.log(ends.sort()));
