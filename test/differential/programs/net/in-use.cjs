const net = require('node:net');
const first = net.createServer().listen(0, () => {
  const { port, address, family } = first.address();
  console.log(address, family);
  const second = net.createServer();
  second.on('error', (e) => { console.log(e.code, e.syscall, e.message.replace(port, 'PORT')); first.close(); });
  second.listen(port);
});
