// Servers that all ask for it share a port, in one process and in several; who does not ask gets no share.
const { fork } = require('child_process');
const net = require('net');
const listen = (options) => new Promise((done) => {
  const server = net.createServer((socket) => { server.hits = (server.hits ?? 0) + 1; socket.end(); });
  server.on('error', (e) => done(e.code));
  server.listen(options, () => done(server));
});
const connect = (port, host) => new Promise((done) => net.connect(port, host).on('error', (e) => done(e.code)).on('close', () => done('closed')).resume());
(async () => {
  if (process.argv[2]) {
    const server = await listen({ port: +process.argv[2], host: '127.0.0.1', reusePort: true });
    console.log('child', typeof server === 'string' ? server : 'listens');
    server.close?.();
    return;
  }
  const first = await listen({ port: 0, host: '127.0.0.1', reusePort: true });
  const { port } = first.address();
  const second = await listen({ port, host: '127.0.0.1', reusePort: true });
  console.log(second.address().port === port, await listen({ port, host: '127.0.0.1' }), await listen({ port, host: '0.0.0.0' }));
  for (let i = 0; i < 60; i++) await connect(port, '127.0.0.1');
  console.log(first.hits + second.hits, first.hits > 0, second.hits > 0);
  await new Promise((done) => fork(__filename, [String(port)]).on('exit', done));
  first.close();
  console.log(await connect(port, '127.0.0.1'), second.hits > 1);
  second.close();
  const alone = await listen({ port: 0, host: '127.0.0.1' });
  console.log(await listen({ port: alone.address().port, host: '127.0.0.1', reusePort: true }));
  alone.close();
  const everywhere = await listen({ port: 0, reusePort: true });
  const again = await listen({ port: everywhere.address().port, reusePort: true });
  console.log(again.address().port === everywhere.address().port);
  everywhere.close();
  again.close();
})();
