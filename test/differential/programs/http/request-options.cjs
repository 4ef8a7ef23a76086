// The ways to say where a request goes.
const http = require('node:http');
const server = http.createServer((req, res) => res.end(JSON.stringify([req.method, req.url, req.headers.authorization, req.headers['x-h'], req.headers.host === `localhost:${server.address().port}`])));
server.listen(0, async () => {
  const { port } = server.address();
  const get = (...args) => new Promise((done) => http.get(...args, (res) => { let text = ''; res.on('data', (part) => { text += part; }).on('end', () => done(text)); }));
  console.log(await get(`http://localhost:${port}/string?q=1#hash`));
  console.log(await get(new URL(`http://user:p%40ss@localhost:${port}/url`)));
  console.log(await get(`http://localhost:${port}/both`, { headers: { 'X-H': 'v' }, auth: 'a:b' }));
  console.log(await get({ hostname: 'localhost', host: 'ignored', port, path: '/options', method: 'PUT' }));
  console.log(await get({ port, setHost: true, headers: ['X-H', 'list', 'Host', `localhost:${port}`] }));
  const req = http.request({ port, path: '/p', method: 'post' });
  console.log(req.method, req.path, req.host, req.protocol, req.getHeader('host') === `localhost:${port}`, req.maxHeadersCount, req.reusedSocket, req.finished);
  req.on('error', () => {}).destroy();
  server.close();
});
