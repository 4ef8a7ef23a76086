// http over a unix-domain socket.
const http = require('node:http');
const server = http.createServer((req, res) => { console.log(req.headers.host, req.socket.remoteAddress); res.end(req.url); });
server.listen('web.sock', () => {
  console.log(server.address());
  http.get({ socketPath: 'web.sock', path: '/over/unix' }, (res) => {
    res.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => server.close(() => console.log(require('node:fs').existsSync('web.sock'))));
  });
});
