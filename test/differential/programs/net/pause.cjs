// Paused sockets keep what comes; pauseOnConnect; reading goes on when told.
const net = require('node:net');
let client;
const server = net.createServer({ pauseOnConnect: true }, (socket) => {
  console.log(socket.isPaused(), socket.readableFlowing);
  socket.on('data', (part) => {
    console.log(String(part), socket.isPaused());
    socket.pause();
    console.log(socket.isPaused());
    if (String(part) === 'two') setTimeout(() => { client.end(); socket.resume(); }, 20);
    else client.write('two', () => setTimeout(() => { console.log('on'); socket.resume(); }, 50));
  });
  socket.on('end', () => { console.log('end'); server.close(); });
  client.write('one', () => setTimeout(() => socket.resume(), 50));
});
server.listen(0, () => {
  client = net.connect(server.address().port);
  client.on('close', () => console.log('client closed'));
});
