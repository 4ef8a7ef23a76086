// Requests given up by signals and by their time limit.
const http = require('node:http');
const server = http.createServer(() => {});
server.listen(0, async () => {
  const { port } = server.address();
  const aborted = new AbortController();
  aborted.abort();
  await new Promise((done) => http.get({ port, signal: aborted.signal }).on('error', (e) => { console.log(e.name, e.code); done(); }));
  const later = new AbortController();
  setTimeout(() => later.abort(new Error('why')), 30);
  await new Promise((done) => http.get({ port, signal: later.signal }).on('error', (e) => { console.log(e.name, e.code, e.cause?.message); done(); }));
  await new Promise((done) => {
    const req = http.get({ port, timeout: 50 });
    req.on('timeout', () => { console.log('timeout', req.timeout); req.destroy(); }).on('error', (e) => { console.log(e.code, e.message); done(); });
  });
  server.closeAllConnections();
  server.close();
});
