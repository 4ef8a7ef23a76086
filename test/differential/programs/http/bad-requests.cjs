// What the parser refuses, with the codes of clientError and the server's own answer.
const http = require('node:http');
const net = require('node:net');
const requests = [
  'NONSENSE\r\n\r\n', 'GET / HTTP/9.9\r\n\r\n', 'GET / HTTP/1.1\r\nBad Header: x\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: x\r\n\r\n',
  'POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n', 'POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n', 'GET / HTTP/1.1\r\n\r\n',
];
const server = http.createServer((req, res) => { req.on('error', () => {}).resume(); res.end('ok'); });
const strict = http.createServer();
strict.on('clientError', (e, socket) => { console.log(e.code, e.reason ?? e.message, e.bytesParsed, Boolean(e.rawPacket)); socket.end('HTTP/1.1 400 Mine\r\n\r\n'); });
strict.on('request', (req, res) => { req.on('error', () => {}).resume(); res.end(); });
const ask = (port, text) => new Promise((done) => {
  let answer = '';
  const socket = net.connect(port, () => socket.write(text));
  socket.setEncoding('latin1').on('data', (part) => { answer += part; if (/^HTTP\/1.1 200/.test(part)) socket.destroy(); }).on('error', () => {}).on('close', () => done(answer.split('\r\n')[0]));
});
server.listen(0, () => strict.listen(0, async () => {
  for (const text of requests) console.log(JSON.stringify(text.slice(0, 40)), await ask(server.address().port, text), '|', await ask(strict.address().port, text));
  server.close();
  strict.close();
}));
