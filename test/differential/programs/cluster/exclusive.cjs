const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  const ports = [];
  for (let i = 0; i < 2; i++) cluster.fork();
  cluster.on('message', (worker, port) => {
    ports.push(port);
    if (ports.length < 2) return;
    console.log(ports[0] !== ports[1]);
    cluster.disconnect();
  });
  cluster.on('listening', () => console.log('listening'));
} else {
  const server = net.createServer().listen({ port: 0, exclusive: true }, () => process.send(server.address().port));
}
