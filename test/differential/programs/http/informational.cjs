// Answers before the answer: 102, early hints, and their event.
const http = require('node:http');
const server = http.createServer((req, res) => {
  res.writeProcessing();
  res.writeEarlyHints({ link: ['</a.css>; rel=preload', '</b.js>; rel=preload'], 'x-trace': 'id' }, () => console.log('hints sent'));
  setTimeout(() => res.end('ok'), 20);
});
server.listen(0, () => {
  const req = http.get({ port: server.address().port });
  req.on('information', (info) => console.log(info.statusCode, info.statusMessage, info.headers, info.httpVersion));
  req.on('response', (res) => { console.log(res.statusCode); res.resume().on('end', () => server.close()); });
});
