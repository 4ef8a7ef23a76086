// Close callbacks come in every turn of the loop, also where each has an immediate.
const net = require('node:net');
let turns = 0;
let going = true;
const spin = () => { if (going && turns++ < 1e5) setImmediate(spin); };
const server = net.createServer((socket) => socket.end('bye')).listen(0, () => {
  net.connect(server.address().port).on('data', (data) => console.log(String(data))).on('close', () => {
    console.log('closed', turns < 1e5);
    server.close(() => {
      console.log('server closed', turns < 1e5);
      going = false;
    });
  });
});
spin();
