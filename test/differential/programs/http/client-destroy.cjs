// A client that goes away: before the answer, in its middle; what each side hears, in its own order.
const http = require('node:http');
const said = { server: [], client: [] };
const server = http.createServer((req, res) => {
  req.on('aborted', () => said.server.push('aborted')).on('error', (e) => said.server.push(e.code, e.message)).on('close', () => said.server.push('request closed', req.destroyed));
  res.on('close', () => said.server.push('response closed', res.writableFinished));
  if (req.url === '/stream') res.write('part');
});
server.listen(0, async () => {
  const { port } = server.address();
  await new Promise((done) => {
    const req = http.get({ port, agent: false });
    req.on('error', (e) => said.client.push(e.code, e.message)).on('close', () => setTimeout(done, 100));
    setTimeout(() => { req.destroy(); console.log(req.destroyed, req.reusedSocket); }, 50);
  });
  console.log(said);
  said.server = [], said.client = [];
  await new Promise((done) => {
    const req = http.get({ port, agent: false, path: '/stream' }, (res) => {
      res.on('data', () => req.destroy(new Error('mine'))).on('error', (e) => said.client.push('response', e.message)).on('close', () => setTimeout(done, 100));
    });
    req.on('error', (e) => said.client.push('request', e.message));
  });
  console.log(said);
  server.close();
});
