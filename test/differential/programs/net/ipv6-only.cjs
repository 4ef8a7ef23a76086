// `::` without IPv4: nobody answers there, and another server may have the port.
const net = require('node:net');
const first = net.createServer((socket) => socket.end('IPv6')).listen({ host: '::', port: 0, ipv6Only: true }, () => {
  const { port } = first.address();
  net.connect(port, '127.0.0.1').on('error', (error) => {
    console.log(error.code);
    const second = net.createServer((socket) => socket.end('IPv4')).listen(port, '0.0.0.0', async () => {
      for (const host of ['127.0.0.1', '::1']) await new Promise((done) => net.connect(port, host).on('data', (text) => console.log(host, String(text))).on('close', done));
      first.close();
      second.close();
    }).on('error', (problem) => {
      console.log(problem.code);
      first.close();
    });
  }).on('connect', function () {
    console.log('IPv4 is served');
    this.destroy();
    first.close();
  });
});
