// A stream that the server promises, and one the client does not want.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('stream', (stream) => {
  console.log('push allowed', stream.pushAllowed);
  stream.pushStream({ ':path': '/style.css' }, (error, pushed, headers) => {
    console.log('pushing', error, pushed.id, headers[':path'], headers[':method']);
    pushed.respond({ ':status': 200, 'content-type': 'text/css' });
    pushed.end('body {}');
  });
  stream.respond({ ':status': 200 });
  stream.end('<html>');
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  let left = 2;
  const done = () => { if (--left === 0) { client.close(); server.close(); } };
  client.on('stream', (pushed, headers) => {
    console.log('promised', headers[':path'], pushed.id);
    pushed.on('push', (answer) => console.log('push', answer[':status'], answer['content-type']));
    let text = '';
    pushed.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => { console.log('pushed body', text); done(); });
  });
  const req = client.request();
  req.setEncoding('utf8').on('data', () => {}).on('end', done);
});
