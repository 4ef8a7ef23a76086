// Servers that cannot listen, and that can again.
const net = require('node:net');
const first = net.createServer();
first.listen(0, '127.0.0.1', () => {
  const { port } = first.address();
  const second = net.createServer();
  second.on('error', (e) => {
    console.log(e.code, e.syscall, e.address, e.port === port, second.listening);
    first.close(() => {
      second.listen(port, '127.0.0.1', () => {
        console.log('now', second.listening);
        try { second.listen(0); } catch (error) { console.log(error.code); }
        second.close((error) => { console.log(error); second.close((again) => console.log(again.code, again.message)); });
      });
    });
  });
  second.listen(port, '127.0.0.1');
  net.createServer().on('error', (e) => console.log(e.code, e.address)).listen(0, '8.8.8.8');
});
