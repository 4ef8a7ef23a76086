// Paused sockets keep what comes; pauseOnConnect; reading by hand.
const net = require('node:net');
const server = net.createServer({ pauseOnConnect: true }, (socket) => {
  console.log(socket.isPaused());
  setTimeout(() => {
    socket.on('data', (part) => { console.log(String(part)); socket.pause(); setTimeout(() => { console.log('on'); socket.resume(); }, 20); });
    socket.on('end', () => { console.log('end'); server.close(); });
    socket.resume();
  }, 50);
});
server.listen(0, () => {
  const client = net.connect(server.address().port, () => { client.write('one'); setTimeout(() => client.end('two'), 100); });
  client.on('close', () => console.log('client closed'));
});
