// Files as answers: whole, a part, missing, refused, and by descriptor.
const http2 = require('node:http2');
const fs = require('node:fs');
fs.writeFileSync('file.txt', 'x'.repeat(100000) + 'end');
const server = http2.createServer();
server.on('stream', (stream, headers) => {
  const onError = (e) => { stream.respond({ ':status': 404 }); stream.end(e.code); };
  switch (headers[':path']) {
    case '/whole': stream.respondWithFile('file.txt', { 'content-type': 'text/plain' }, { statCheck: (stat, h) => { h['x-size'] = stat.size; } }); break;
    case '/part': stream.respondWithFile('file.txt', {}, { offset: 99998, length: 4 }); break;
    case '/missing': stream.respondWithFile('none.txt', {}, { onError }); break;
    case '/folder': stream.respondWithFile('.', {}, { onError }); break;
    default: {
      const fd = fs.openSync('file.txt');
      stream.respondWithFD(fd, { 'content-length': 3 }, { offset: 100000, length: 3 });
      stream.on('close', () => fs.closeSync(fd));
    }
  }
});
server.listen(0, async () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  for (const path of ['/whole', '/part', '/missing', '/folder', '/descriptor']) {
    await new Promise((done) => {
      const req = client.request({ ':path': path });
      let text = '', status;
      req.on('response', (headers) => { status = [headers[':status'], headers['content-length'], headers['x-size'], headers['content-type']]; });
      req.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => { console.log(path, status, text.length > 20 ? text.length : text); done(); });
    });
  }
  client.close();
  server.close();
});
