const { MessageChannel, receiveMessageOnPort, MessagePort } = require('node:worker_threads');
const { port1, port2 } = new MessageChannel();
console.log(receiveMessageOnPort(port1));
port2.postMessage({ a: 1 });
port2.postMessage(undefined);
console.log(receiveMessageOnPort(port1), receiveMessageOnPort(port1), receiveMessageOnPort(port1));
port1.postMessage('x');
port1.close();
console.log(receiveMessageOnPort(port2), receiveMessageOnPort(port2));
for (const bad of [null, {}, 5, MessagePort.prototype]) {
  try { receiveMessageOnPort(bad); } catch (error) { console.log(error.name, error.code, error.message); }
}
