// Broadcast needs leave; every socket on the port that may share it hears.
const dgram = require('node:dgram');
const socket = dgram.createSocket('udp4');
socket.bind(0, () => {
  socket.send('x', socket.address().port, '255.255.255.255', (error) => {
    console.log(error.code, error.syscall, error.address);
    socket.setBroadcast(true);
    console.log(socket.setTTL(64), socket.setMulticastTTL(16), socket.setMulticastLoopback(true));
    socket.close();
  });
});
