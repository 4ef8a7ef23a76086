// A request and its answer over plain HTTP/2, and the end of both sides.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('stream', (stream, headers, flags) => {
  console.log('server', headers[':method'], headers[':path'], headers[':scheme'], headers['x-one'], flags);
  stream.respond({ ':status': 200, 'content-type': 'text/plain', 'x-two': ['a', 'b'] }, { sendDate: false });
  stream.end('hello');
  stream.on('close', () => console.log('server stream closed', stream.rstCode));
});
server.on('session', (session) => session.on('close', () => console.log('server session closed')));
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('connect', (session) => console.log('connect', session.alpnProtocol, session.encrypted, session.type));
  const req = client.request({ ':path': '/a?b=c', 'x-one': '1' });
  console.log('pending', req.pending, req.id);
  req.on('response', (headers, flags) => console.log('response', { ...headers }, flags));
  req.setEncoding('utf8').on('data', (text) => console.log('data', text));
  req.on('end', () => {
    console.log('end', req.id, req.sentHeaders[':path']);
    client.close(() => {
      console.log('client closed');
      server.close(() => console.log('server closed'));
    });
  });
});
