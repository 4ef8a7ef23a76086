// The descriptor of a socket is closed by somebody else before the socket is.
const net = require('net'), fs = require('fs');
const server = net.createServer((peer) => peer.resume()).listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.on('close', (failed) => { console.log('close', failed); process.exit(); }).on('error', (error) => console.log('error', error.message)).resume();
    fs.closeSync(socket._handle.fd);
    socket.destroy();
    console.log('destroyed');
  });
});
