// Nobody listens; somebody who does not speak HTTP/2; a client that is no HTTP/2 client.
const http2 = require('node:http2');
const net = require('node:net');
const probe = net.createServer().listen(0, () => {
  const { port } = probe.address();
  probe.close(() => {
    const client = http2.connect(`http://localhost:${port}`);
    client.on('error', (e) => {
      console.log('connect', e.code);
      const server = http2.createServer();
      server.on('sessionError', (error) => console.log('session error', error.code, error.message, error.errno));
      server.listen(0, () => {
        net.connect(server.address().port, function () {
          this.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
          this.on('data', () => {}).on('error', () => {}).on('close', () => { console.log('raw closed'); server.close(); });
        });
      });
    });
  });
});
