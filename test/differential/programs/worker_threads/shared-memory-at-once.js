// A message with shared memory, received in the middle of a task while its sender is busy.
const { Worker, receiveMessageOnPort, MessageChannel } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
const flag = new Int32Array(new SharedArrayBuffer(8));
new Worker(`
const { workerData: { port, flag } } = require('node:worker_threads');
port.postMessage(new SharedArrayBuffer(4));
Atomics.store(flag, 0, 1);
Atomics.notify(flag, 0);
// Neither returns to its loop nor waits until the other has looked.
const until = Date.now() + 5000;
while (Atomics.load(flag, 1) === 0 && Date.now() < until);
`, { eval: true, workerData: { port: port2, flag }, transferList: [port2] });
Atomics.wait(flag, 0, 0);
const { message } = receiveMessageOnPort(port1) ?? {};
console.log(message instanceof SharedArrayBuffer, message?.byteLength);
Atomics.store(flag, 1, 1);
port1.close();
