// All methods reach the server as they are; HEAD and 304 have no body.
const http = require('node:http');
console.log(http.METHODS.length, http.METHODS.includes('QUERY'), http.STATUS_CODES[418], http.maxHeaderSize);
const server = http.createServer((req, res) => {
  if (req.url === '/304') res.statusCode = 304;
  res.setHeader('x-method', req.method);
  res.end('body');
});
server.listen(0, async () => {
  const ask = (method, path = '/') => new Promise((done) => {
    http.request({ port: server.address().port, method, path }, (res) => {
      let text = '';
      res.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done([res.statusCode, res.headers['x-method'], res.headers['content-length'], text]));
    }).end();
  });
  for (const method of ['GET', 'HEAD', 'POST', 'DELETE', 'PATCH', 'OPTIONS', 'PROPFIND']) console.log(method, await ask(method));
  console.log(await ask('GET', '/304'));
  try { http.request({ method: 'BAD METHOD' }); } catch (e) { console.log(e.code, e.message); }
  try { http.request({ path: '/with space' }); } catch (e) { console.log(e.code, e.message); }
  server.close();
});
