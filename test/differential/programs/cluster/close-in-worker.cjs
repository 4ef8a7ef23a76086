const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  const worker = cluster.fork();
  worker.on('message', (m) => console.log(m));
  worker.on('exit', (code) => console.log('exit', code));
} else {
  const server = net.createServer((socket) => socket.end('hi'));
  server.listen(0, () => {
    const { port, family } = server.address();
    process.send([typeof port, family, server.listening]);
    net.connect(port).setEncoding('utf8').on('data', (d) => process.send(d)).on('close', () => {
      server.close(() => { process.send('closed'); process.disconnect(); });
    });
  });
}
