// The compatibility interface: request and response objects that look like HTTP/1's.
const http2 = require('node:http2');
const server = http2.createServer((req, res) => {
  console.log(req.httpVersion, req.httpVersionMajor, req.method, req.url, req.headers['x-a'], req.rawHeaders.length, req.authority === req.headers[':authority'], req.scheme);
  console.log(res.headersSent, res.statusCode, res.statusMessage, res.finished);
  res.statusCode = 404;
  res.setHeader('X-B', ['1', '2']);
  console.log(res.getHeaderNames(), res.hasHeader('x-b'), res.getHeader('X-B'));
  res.removeHeader('nothing');
  res.write('part ');
  console.log(res.headersSent);
  res.end('two', () => console.log('sent', res.finished, res.writableEnded));
  res.on('finish', () => console.log('finish'));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':path': '/path?query', 'X-A': 'value' });
  let text = '';
  req.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
    console.log(text);
    client.close();
    server.close();
  });
});
