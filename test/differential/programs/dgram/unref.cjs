// A socket that does not hold the process, and one that is refused by its peer.
const dgram = require('node:dgram');
const idle = dgram.createSocket('udp4');
idle.bind(0, () => {
  idle.unref();
  const closed = dgram.createSocket('udp4');
  closed.bind(0, '127.0.0.1', () => {
    const { port } = closed.address();
    closed.close(() => {
      const client = dgram.createSocket('udp4');
      client.on('error', (e) => { console.log(e.code, e.syscall); client.close(); });
      client.connect(port, '127.0.0.1', () => client.send('anybody?', (e) => console.log('sent', e)));
    });
  });
});
process.on('exit', () => console.log('exit'));
