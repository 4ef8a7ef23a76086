// A connection leaves from the port the program names, if nobody has it.
const net = require('node:net');
const seen = [];
const server = net.createServer((socket) => {
  seen.push(socket.remotePort);
  socket.end('x');
});
const taken = net.createServer();
const attempt = (options) => new Promise((resolve) => {
  const names = (text) => text.replaceAll(server.address().port, '<server>').replaceAll(taken.address().port, '<taken>');
  try {
    const client = net.connect({ host: '127.0.0.1', port: server.address().port, ...options });
    client.on('connect', () => resolve(client.localPort)).on('error', (e) => resolve(names(`${e.code} ${e.syscall} ${e.message}`))).resume();
  } catch (e) {
    resolve(names(`thrown: ${e.message}`));
  }
});
server.listen(0, '127.0.0.1', () => taken.listen(0, '127.0.0.1', () => {
  const probe = net.createServer().listen(0, '127.0.0.1', () => {
    const free = probe.address().port;
    probe.close(async () => {
      console.log(await attempt({ localPort: free }) === free, await attempt({}) !== free);
      console.log(await attempt({ localAddress: '127.0.0.1', localPort: taken.address().port }));
      console.log(await attempt({ localPort: taken.address().port }));
      console.log(await attempt({ localAddress: '192.0.2.7' }));
      console.log(seen[0] === free, seen.length);
      server.close();
      taken.close();
    });
  });
}));
net.createServer().on('error', (e) => console.log(e.code, e.syscall, e.message)).listen(0, '192.0.2.7');
