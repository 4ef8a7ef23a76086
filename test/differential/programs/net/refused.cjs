const net = require('node:net');
const server = net.createServer().listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  server.close(() => {
    net.connect(port, '127.0.0.1').on('error', (e) => console.log(e.code, e.syscall, e.address, e.port === port, e.message.replace(port, 'PORT')))
      .on('close', (bad) => console.log('close', bad));
  });
});
