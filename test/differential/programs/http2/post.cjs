// A body in each direction, larger than the windows, with backpressure.
const http2 = require('node:http2');
const server = http2.createServer((req, res) => {
  let n = 0;
  req.on('data', (part) => { n += part.length; });
  req.on('end', () => {
    res.setHeader('x-received', n);
    res.writeHead(201, { 'content-type': 'text/plain' });
    res.end('y'.repeat(300000));
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST', ':path': '/up' });
  let n = 0;
  req.on('response', (headers) => console.log(headers[':status'], headers['x-received'], headers['content-type']));
  req.on('data', (part) => { n += part.length; });
  req.on('end', () => { console.log('got', n); client.close(); server.close(); });
  req.on('close', () => console.log('closed', req.rstCode));
  req.end(Buffer.alloc(500000, 'x'));
});
