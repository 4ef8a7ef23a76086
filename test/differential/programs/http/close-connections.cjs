// Closing a server: idle connections at once, busy ones when told.
const http = require('node:http');
let agent;
const server = http.createServer((req, res) => {
  if (req.url !== '/hang') { res.end('ok'); return; }
  console.log('hanging');
  server.getConnections((error, n) => {
    console.log(error, n);
    server.closeIdleConnections();
    server.close(() => console.log('closed', server.listening));
    setTimeout(() => { server.closeAllConnections(); agent.destroy(); }, 50);
  });
});
server.listen(0, () => {
  const { port } = server.address();
  agent = new http.Agent({ keepAlive: true });
  http.get({ port, agent }, (res) => res.resume().on('end', () => {
    http.get({ port, agent: false, path: '/hang' }).on('error', (e) => setTimeout(() => console.log('hang', e.code, e.message), 100));
  }));
});
