const http = require('node:http');
let connections = 0;
const server = http.createServer((req, res) => {
  let n = 0;
  req.on('data', (d) => { n += d.length; }).on('end', () => res.end(`${req.url}:${n}`));
});
server.on('connection', () => connections++);
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
server.listen(0, '127.0.0.1', async () => {
  const get = (path, body) => new Promise((resolve) => {
    const req = http.request({ port: server.address().port, host: '127.0.0.1', path, agent, method: body ? 'PUT' : 'GET' }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (d) => { text += d; }).on('end', () => resolve(text));
    });
    req.end(body);
  });
  console.log(await get('/1'), await get('/2', 'x'.repeat(100000)), await get('/3'));
  console.log(await Promise.all([get('/4'), get('/5', 'abc'), get('/6')]));
  console.log('connections', connections);
  agent.destroy();
  server.close(() => console.log('closed'));
});
