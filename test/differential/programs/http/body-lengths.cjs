// Lengths and codings: counted, chunked, none; HTTP/1.0; a strict length.
const http = require('node:http');
const net = require('node:net');
const server = http.createServer((req, res) => {
  res.sendDate = false;
  if (req.url === '/chunks') { res.write('a'); res.end('b'); }
  else if (req.url === '/strict') {
    res.strictContentLength = true;
    res.setHeader('content-length', 3);
    try { res.end('four'); } catch (e) { console.log(e.code, e.message); res.socket.destroy(); }
  } else if (req.url === '/implicit') { res.useChunkedEncodingByDefault = false; res.write('x'); res.end(); }
  else res.end('whole');
});
const ask = (text) => new Promise((done) => {
  let answer = '';
  net.connect(server.address().port, function () { this.end(text); }).setEncoding('latin1').on('data', (part) => { answer += part; }).on('close', () => done(answer));
});
server.listen(0, async () => {
  for (const path of ['/', '/chunks', '/strict', '/implicit']) console.log(JSON.stringify(await ask(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)));
  console.log(JSON.stringify(await ask('GET /chunks HTTP/1.0\r\n\r\n')));
  console.log(JSON.stringify(await ask('GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n')));
  server.close();
});
