// Block lists and socket addresses travel in messages: within a thread the list stays the same one.
const { BlockList, SocketAddress } = require('net');
const { Worker, isMainThread, parentPort, receiveMessageOnPort } = require('worker_threads');
if (isMainThread) {
  const list = new BlockList();
  list.addAddress('123.123.123.123');
  list.addRange('10.0.0.1', '10.0.0.9');
  list.addSubnet('::1:0', 112, 'ipv6');
  const address = new SocketAddress({ address: '::7', port: 80, family: 'ipv6', flowlabel: 5 });
  const { port1, port2 } = new MessageChannel();
  port1.postMessage({ list, address });
  const { message } = receiveMessageOnPort(port2);
  message.list.addAddress('1.1.1.1');
  console.log(message.list === list, list.rules, list.check('1.1.1.1'), message.address);
  console.log(structuredClone(list).rules.length, structuredClone(address).flowlabel);
  port1.close();
  const worker = new Worker(__filename);
  worker.postMessage([list, address]);
  worker.on('message', (text) => console.log(text));
} else {
  parentPort.once('message', ([list, address]) => {
    parentPort.postMessage([list.check('10.0.0.5'), list.check('10.0.1.5'), list.check('::1:7', 'ipv6'), list.check('::2:7', 'ipv6'), list.rules.join(' | '), address.address, address.port, address.family, BlockList.isBlockList(list)].join(' '));
  });
}
