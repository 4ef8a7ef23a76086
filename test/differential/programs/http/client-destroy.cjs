// A client that goes away: before the answer, in its middle; what each side hears, in its own order.
const http = require('node:http');
const { once, EventEmitter } = require('node:events');
const over = new EventEmitter();
let said = { server: [], client: [] };
const server = http.createServer((req, res) => {
  over.emit('request');
  req.on('aborted', () => said.server.push('aborted')).on('error', (e) => said.server.push(e.code, e.message)).on('close', () => { said.server.push('request closed', req.destroyed); over.emit('server'); });
  res.on('close', () => said.server.push('response closed', res.writableFinished));
  if (req.url === '/stream') res.write('part');
});
server.listen(0, async () => {
  const { port } = server.address();
  const ended = () => Promise.all([once(over, 'server'), once(over, 'client')]);
  const req = http.get({ port, agent: false });
  req.on('error', (e) => said.client.push(e.code, e.message)).on('close', () => over.emit('client'));
  await once(over, 'request');
  const first = ended();
  req.destroy();
  console.log(req.destroyed, req.reusedSocket);
  await first;
  console.log(said);
  said = { server: [], client: [] };
  const second = ended();
  const other = http.get({ port, agent: false, path: '/stream' }, (res) => {
    res.on('data', () => other.destroy(new Error('mine'))).on('error', (e) => said.client.push('response', e.message)).on('close', () => over.emit('client'));
  });
  other.on('error', (e) => said.client.push('request', e.message));
  await second;
  console.log(said);
  server.close();
});
