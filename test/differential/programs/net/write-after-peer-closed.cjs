// The first write after the other end has closed goes out over TCP; the next one hears of it.
const net = require('node:net');
const server = net.createServer({ allowHalfOpen: true }, (socket) => {
  socket.on('error', (error) => console.log('server', error.code, error.syscall));
  socket.on('end', () => socket.end('bye\n', () => console.log('ended')));
  socket.on('close', (failed) => { console.log('closed', failed); again(); });
  socket.resume();
});
server.listen(0, '127.0.0.1', () => {
  const client = net.connect(server.address().port, '127.0.0.1', () => client.destroy());
});
function again() {
  server.removeAllListeners('connection');
  server.on('connection', (socket) => {
    socket.on('error', (error) => console.log('server', error.code, error.syscall));
    socket.on('end', () => socket.write('one', (error) => {
      console.log('one', error?.code);
      socket.write('two', (next) => { console.log('two', next?.code); server.close(); });
    }));
    socket.resume();
  });
  const client = net.connect(server.address().port, '127.0.0.1', () => client.destroy());
}
