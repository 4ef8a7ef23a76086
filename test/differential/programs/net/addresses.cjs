const net = require('node:net');
const { once } = require('node:events');
(async () => {
  for (const [listen, connect] of [['127.0.0.1', '127.0.0.1'], ['::1', '::1'], ['::', '127.0.0.1'], ['::', '::1'], ['0.0.0.0', '127.0.0.1'], [undefined, 'localhost']]) {
    const server = net.createServer();
    server.listen(0, listen);
    await once(server, 'listening');
    const client = net.connect({ port: server.address().port, host: connect, family: connect === 'localhost' ? 4 : undefined });
    const [[socket]] = await Promise.all([once(server, 'connection'), once(client, 'connect')]);
    console.log(server.address().address, server.address().family, '|', socket.remoteAddress, socket.remoteFamily, socket.localAddress, socket.remotePort === client.localPort, '|', client.remoteAddress, client.remoteFamily, client.localAddress);
    client.destroy();
    socket.destroy();
    server.close();
    await once(server, 'close');
  }
  net.connect({ port: 1, host: '::1' }).on('error', (e) => console.log(e.code, e.message));
  for (const bad of [() => net.connect(70000), () => net.connect({ port: 'x' }), () => net.createServer().listen(-1), () => net.connect({})]) {
    try {
      bad();
    } catch (e) {
      console.log(e.name, e.code, e.message);
    }
  }
  console.log(net.isIP('::1'), net.isIP('1.2.3.4'), net.isIP('x'), net.isIPv6('fe80::1%eth0'));
})();
