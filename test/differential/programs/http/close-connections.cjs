// Closing a server: idle connections at once, busy ones when told.
const http = require('node:http');
const server = http.createServer((req, res) => { if (req.url === '/hang') { console.log('hanging'); return; } res.end('ok'); });
server.listen(0, () => {
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true });
  http.get({ port, agent }, (res) => res.resume().on('end', () => {
    const hang = http.get({ port, agent: false, path: '/hang' });
    hang.on('error', (e) => console.log('hang', e.code, e.message));
    setTimeout(() => {
      server.getConnections((error, n) => {
        console.log(error, n);
        server.closeIdleConnections();
        server.close(() => console.log('closed', server.listening));
        setTimeout(() => { server.closeAllConnections(); agent.destroy(); }, 50);
      });
    }, 100);
  }));
});
