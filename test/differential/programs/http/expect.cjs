// Expect: 100-continue accepted, refused, and another expectation.
const http = require('node:http');
const server = http.createServer((req, res) => { console.log('request'); req.resume(); res.end('plain'); });
server.on('checkContinue', (req, res) => {
  if (req.url === '/no') { res.writeHead(417); res.end(); return; }
  res.writeContinue(() => console.log('continue sent'));
  req.on('data', (part) => console.log('got', String(part))).on('end', () => res.end('done'));
});
server.on('checkExpectation', (req, res) => { console.log('expectation', req.headers.expect); res.writeHead(417); res.end(); });
const send = (path, expect) => new Promise((done) => {
  const req = http.request({ port: server.address().port, method: 'PUT', path, headers: { expect, 'content-length': 4 } }, (res) => {
    console.log(path, res.statusCode);
    res.resume().on('end', done);
  });
  req.on('continue', () => { console.log('go on'); req.end('body'); });
  req.on('error', () => {});
  if (expect !== '100-continue') req.end('body');
  else req.flushHeaders();
});
server.listen(0, async () => {
  await send('/yes', '100-continue');
  await send('/no', '100-continue');
  await send('/other', 'something');
  server.closeAllConnections();
  server.close();
});
