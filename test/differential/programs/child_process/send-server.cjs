const { fork } = require('node:child_process');
const net = require('node:net');
if (process.argv[2]) {
  process.on('message', (m, server) => {
    server.on('connection', (socket) => { socket.end('from child'); server.close(); process.disconnect(); });
    process.send('listening');
  });
} else {
  const child = fork(__filename, ['x']);
  const server = net.createServer((socket) => socket.end('from parent'));
  server.listen(0, () => {
    const { port } = server.address();
    child.send('server', server, () => server.close());
    child.on('message', () => net.connect(port).setEncoding('utf8').on('data', (d) => console.log(d)));
  });
  child.on('exit', (c) => console.log('exit', c));
}
