const http = require('node:http');
const server = http.createServer((req, res) => {
  req.resume().on('end', () => res.end('done'));
}).listen(0, '127.0.0.1', () => {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST', headers: { Expect: '100-continue' } });
  req.on('continue', () => { console.log('continue'); req.end('body'); });
  req.on('information', (info) => console.log('information', info.statusCode));
  req.on('response', (res) => { console.log(res.statusCode); res.resume().on('end', () => server.close()); });
  req.flushHeaders();
});
