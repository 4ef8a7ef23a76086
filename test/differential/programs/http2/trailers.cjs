// Trailers in both directions, and informational headers before the answer.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('stream', (stream) => {
  const trailers = new Promise((done) => stream.on('trailers', (headers) => { console.log('server got trailers', headers.checksum); done(); }));
  stream.additionalHeaders({ ':status': 103, link: '</style.css>; rel=preload' });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'x-end': 'yes' }));
  stream.on('data', () => {});
  trailers.then(() => {
    stream.respond({ ':status': 200 }, { waitForTrailers: true });
    stream.end('body');
  });
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST' }, { waitForTrailers: true });
  req.on('wantTrailers', () => req.sendTrailers({ checksum: 'abc' }));
  req.on('headers', (headers) => console.log('informational', headers[':status'], headers.link));
  req.on('response', (headers) => console.log('response', headers[':status']));
  req.on('trailers', (headers, flags) => console.log('trailers', headers['x-end'], flags));
  req.on('data', (part) => console.log(String(part)));
  req.on('end', () => { client.close(); server.close(); });
  req.on('headers', () => req.end('hello'));
});
