const { fork } = require('node:child_process');
const net = require('node:net');
if (process.argv[2]) {
  process.on('message', (m, socket) => {
    console.log('child', m, socket.constructor.name, socket.readable);
    socket.end(`child says ${m}`);
    socket.on('close', () => process.disconnect());
  });
} else {
  const child = fork(__filename, ['x']);
  const server = net.createServer({ pauseOnConnect: true }, (socket) => child.send('hello', socket));
  server.listen(0, () => {
    net.connect(server.address().port).setEncoding('utf8').on('data', (d) => console.log('client', d)).on('close', () => server.close());
  });
  child.on('exit', (c) => console.log('exit', c));
}
