// A session is resumed: the client keeps it, the server knows it again.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => { console.log('server', socket.isSessionReused()); socket.end('x'); });
const connect = (session) => new Promise((done) => {
  const sessions = [];
  const client = tls.connect({ port: server.address().port, host: 'localhost', ca: readFileSync('ca.crt'), ...(session ? { session } : {}) }, () => console.log('client', client.isSessionReused(), client.authorized, Buffer.isBuffer(client.getSession())));
  client.on('session', (one) => sessions.push(one));
  client.resume().on('close', () => done(sessions));
});
server.listen(0, async () => {
  const sessions = await connect();
  console.log(sessions.length);
  await connect(sessions[1]);
  await connect(Buffer.from('nonsense'));
  console.log(server.getTicketKeys().length);
  server.close();
});
