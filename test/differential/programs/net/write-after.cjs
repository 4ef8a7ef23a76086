// Writing when it is too late: after end, after the other side is gone, after destroy.
const net = require('node:net');
const server = net.createServer((socket) => socket.on('error', () => {}).resume());
server.listen(0, async () => {
  const { port } = server.address();
  const one = net.connect(port);
  await new Promise((done) => one.on('connect', done));
  one.end();
  one.write('x', (e) => console.log('after end', e.code, e.message));
  one.on('error', (e) => console.log('event', e.code));
  await new Promise((done) => one.on('close', done));
  const two = net.connect(port);
  await new Promise((done) => two.on('connect', done));
  two.destroy();
  two.write('x', (e) => console.log('after destroy', e.code));
  two.end('y', (e) => console.log('end', e?.code));
  const three = net.connect(port);
  three.destroy(new Error('own'));
  three.on('error', (e) => console.log(e.message)).on('close', (bad) => { console.log(bad); server.close(); });
});
