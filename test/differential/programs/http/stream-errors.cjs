const http = require('node:http');
const server = http.createServer((req, res) => {
  res.writeHead(200, { 'Content-Length': 100 });
  res.write('partial', () => res.destroy());
}).listen(0, '127.0.0.1', () => {
  const req = http.get({ port: server.address().port, host: '127.0.0.1' }, (res) => {
    res.on('data', (d) => console.log(String(d)));
    res.on('error', (e) => console.log('res', e.code, e.message));
    res.on('aborted', () => console.log('aborted', res.complete));
    res.on('close', () => { console.log('close'); server.close(); });
  });
  req.on('error', (e) => console.log('req', e.code));
});
