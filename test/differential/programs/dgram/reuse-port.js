// Sockets that share a port: with reusePort the senders are spread over them, with reuseAddr the last one hears all; the two do not mix.
const dgram = require('dgram');
const bind = (options, port) => new Promise((done) => {
  const socket = dgram.createSocket({ type: 'udp4', ...options });
  socket.hits = 0;
  socket.on('message', () => { socket.hits++; });
  socket.on('error', (e) => { socket.close(); done(e.code); });
  socket.bind({ port, address: '127.0.0.1' }, () => done(socket));
});
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
async function share(options, other) {
  const first = await bind(options, 0);
  const { port } = first.address();
  const second = await bind(options, port);
  console.log(typeof second, await bind({}, port), await bind(other, port));
  for (let i = 0; i < 40; i++) {
    const sender = dgram.createSocket('udp4');
    await new Promise((done) => sender.send('x', port, '127.0.0.1', done));
    sender.close();
  }
  for (let i = 0; i < 50 && first.hits + second.hits < 40; i++) await wait(20);
  console.log(first.hits + second.hits, first.hits > 0, second.hits > 0);
  first.close();
  second.close();
}
(async () => {
  await share({ reusePort: true }, { reuseAddr: true });
  await share({ reuseAddr: true }, { reusePort: true });
})();
