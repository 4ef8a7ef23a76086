const http = require('node:http');
const seen = [];
const server = http.createServer((req, res) => {
  // Which side hears of it first is a race.
  req.on('close', () => seen.push(`${req.url} ${req.destroyed} ${res.writableFinished}`));
  if (req.url === '/fast') res.end('ok');
});
server.listen(0, '127.0.0.1', async () => {
  const { port } = server.address();
  const ask = (path, options, act = () => {}) => new Promise((resolve) => {
    const req = http.get({ port, host: '127.0.0.1', path, agent: false, ...options }, (res) => res.resume().on('end', () => resolve('ended')));
    req.on('error', (e) => resolve(`${e.name} ${e.code} ${e.message}`));
    act(req);
  });
  console.log(await ask('/fast'));
  console.log(await ask('/a', {}, (req) => setTimeout(() => req.destroy(), 50)));
  console.log(await ask('/b', { signal: AbortSignal.timeout(50) }));
  console.log(await ask('/c', { timeout: 50 }, (req) => req.on('timeout', () => { console.log('timeout'); req.destroy(new Error('too slow')); })));
  server.close(() => console.log('closed', seen));
  server.closeAllConnections();
});
