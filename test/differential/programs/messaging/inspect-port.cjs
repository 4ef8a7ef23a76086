// A port is shown with its state; what is no port has none of its methods. A worker's limits where none were given.
const { MessageChannel, MessagePort, Worker } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
console.log(port1, { nested: [port2] });
for (const name of ['hasRef', 'ref', 'unref', 'start', 'close', 'postMessage']) {
  try { console.log(name, MessagePort.prototype[name].call({}, 1)); } catch (e) { console.log(name, e.name, e.message, e.code); }
}
port1.on('message', (message) => {
  console.log(message, message.stack.split('\n').length, new Error('here').stack.split('\n').slice(-1));
  port1.close();
});
port1.on('close', () => {
  console.log(port1.hasRef());
  new Worker('console.log(require("worker_threads").resourceLimits)', { eval: true }).on('exit', () => new Worker('console.log(require("worker_threads").resourceLimits)', { eval: true, resourceLimits: { maxOldGenerationSizeMb: 64, stackSizeMb: 2 } }));
});
port2.postMessage(Object.assign(new Error('sent'), { stack: 'Error: sent\n    at nowhere' }));
