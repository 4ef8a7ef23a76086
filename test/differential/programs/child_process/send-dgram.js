// A datagram socket sent to a child is open in both: the child takes what comes in as long as the parent does not read.
const dgram = require('dgram');
const { fork } = require('child_process');
if (process.argv[2]) {
  process.on('message', (kind, socket) => {
    if (socket === undefined) return process.disconnect();
    console.log('child', kind.split(' ')[0], socket instanceof dgram.Socket, socket.address().address, socket.address().port > 0, socket.type);
    socket.on('message', (text, { address, family, size }) => {
      console.log('child got', String(text), address, family, size);
      socket.send('pong', from.port, '127.0.0.1', () => { socket.close(); process.send('answered'); });
    });
    const from = { port: Number(kind.split(' ')[1]) };
    process.send('ready');
  });
} else {
  const server = dgram.createSocket('udp4');
  const client = dgram.createSocket('udp4');
  const unbound = dgram.createSocket('udp4');
  const lines = [];
  client.on('message', (text, { port }) => { lines.push(`client got ${text} ${port === server.address().port}`); client.close(); server.close(); });
  client.bind(0, '127.0.0.1', () => server.bind(0, '127.0.0.1', () => {
    const child = fork(__filename, ['child']);
    server._handle.recvStop();
    child.on('message', (what) => {
      lines.push(`parent ${what}`);
      if (what === 'ready') client.send('ping', server.address().port, '127.0.0.1');
      else child.send('end');
    });
    child.on('exit', (code) => console.log('exit', code, lines.sort()));
    child.send(`socket ${client.address().port}`, server, (error) => console.log('sent', error));
    try { child.send('x', { not: 'a handle' }); } catch (e) { console.log(e.code); }
    unbound.close();
  }));
}
