// An address that is not this machine's cannot be a connection's own.
const net = require('net'), http = require('http');
const server = http.createServer((req, res) => res.end('x'));
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  http.get({ host: '127.0.0.1', port, localAddress: '1.2.3.4' }, () => console.log('never')).on('error', (e) => {
    console.log(e.code, e.syscall, e.address, e.port, e.message);
    const socket = net.connect({ host: '::1', port, localAddress: '2001:db8::1', family: 6 });
    socket.on('error', (e) => {
      console.log(e.code, e.syscall, e.address, e.message);
      http.get({ host: '127.0.0.1', port, localAddress: '127.0.0.1', agent: false }, (res) => {
        console.log(res.statusCode, res.socket.localAddress);
        res.resume();
        server.close();
        net.createServer().on('error', (e) => console.log(e.code, e.syscall, e.address, e.message)).listen(0, '1.2.3.4');
      });
    });
  });
});
