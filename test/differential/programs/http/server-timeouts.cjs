// Time limits of a server: headers that do not end, requests that do not end, idle sockets.
const http = require('node:http');
const net = require('node:net');
const server = http.createServer({ connectionsCheckingInterval: 50, headersTimeout: 150, requestTimeout: 300, keepAliveTimeout: 100 }, (req, res) => { req.on('error', () => {}).resume().on('end', () => res.end('ok')); });
console.log(server.headersTimeout, server.requestTimeout, server.keepAliveTimeout, server.timeout, server.maxRequestsPerSocket);
const ask = (text) => new Promise((done) => {
  let answer = '';
  net.connect(server.address().port, function () { this.write(text); }).setEncoding('latin1').on('data', (part) => { answer += part; }).on('error', () => {}).on('close', () => done(answer.split('\r\n')[0]));
});
server.listen(0, async () => {
  console.log(await ask('GET / HTTP/1.1\r\nHost: a\r\n'));
  console.log(await ask('POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab'));
  console.log(await ask('GET / HTTP/1.1\r\nHost: a\r\n\r\n'));
  server.close(() => console.log('closed'));
});
