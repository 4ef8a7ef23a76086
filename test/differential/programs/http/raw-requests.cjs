const http = require('node:http');
const net = require('node:net');
const server = http.createServer((req, res) => {
  req.on('data', (d) => console.log('body', String(d)));
  req.on('end', () => {
    console.log(req.method, req.url, req.rawHeaders, req.trailers);
    res.sendDate = false;
    res.end('ok');
  });
});
server.on('clientError', (e, socket) => {
  console.log('clientError', e.code, e.reason, e.message, e.bytesParsed);
  socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
});
const talk = (text) => new Promise((resolve) => {
  let answer = '';
  net.connect(server.address().port, '127.0.0.1', function () { this.end(text); }).setEncoding('utf8').on('data', (d) => { answer += d; }).on('close', () => resolve(answer));
});
server.listen(0, '127.0.0.1', async () => {
  for (const text of [
    'GET /one HTTP/1.1\r\nHost: x\r\n\r\nGET /two HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n',
    'POST /c HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n5\r\nhello\r\n3\r\nabc\r\n0\r\nX-T: v\r\n\r\n',
    'GET / HTTP/1.0\r\n\r\n',
    'NOPE / HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET / HTTP/1.1\r\n\r\n',
    `GET / HTTP/1.1\r\nHost: x\r\nBig: ${'y'.repeat(20000)}\r\n\r\n`,
    'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n',
  ]) console.log(JSON.stringify((await talk(text)).replace(/Date: .*? GMT/, 'Date: NOW')));
  server.close();
});
