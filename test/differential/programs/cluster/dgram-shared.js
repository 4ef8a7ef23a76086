// Workers that bind the same datagram port share one socket of the primary's; each datagram goes to one of them.
const cluster = require('cluster');
const dgram = require('dgram');
if (cluster.isPrimary) {
  const workers = [cluster.fork(), cluster.fork()];
  let port = 0, ready = 0, got = 0;
  const sender = dgram.createSocket('udp4');
  // Sorted: who comes first is nobody's promise.
  const lines = [];
  process.on('exit', () => console.log(lines.sort().join('\n')));
  for (const worker of workers) {
    worker.on('listening', ({ addressType, address }) => lines.push(`listening ${addressType} ${address}`));
    worker.on('message', (message) => {
      if (message.port) {
        lines.push(`same port ${port === 0 || port === message.port}`);
        port = message.port;
        if (++ready === 2) for (let i = 0; i < 10; i++) sender.send(`${i}`, port, '127.0.0.1');
      } else if (++got === 10) {
        lines.push('all came');
        sender.close();
        for (const one of workers) one.disconnect();
      }
    });
    worker.on('exit', (code) => lines.push(`exit ${code}`));
  }
} else {
  const socket = dgram.createSocket('udp4');
  socket.on('message', (text) => process.send({ text: String(text) }));
  socket.bind(0, '127.0.0.1', () => process.send({ port: socket.address().port }));
}
