const http = require('node:http');
const server = http.createServer(() => {});
server.on('upgrade', (req, socket, head) => {
  console.log('upgrade', req.headers.upgrade, String(head));
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst');
  socket.on('data', (d) => socket.end(`echo ${d}`));
});
server.listen(0, '127.0.0.1', () => {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', headers: { Connection: 'Upgrade', Upgrade: 'echo' } });
  req.on('upgrade', (res, socket, head) => {
    console.log(res.statusCode, res.headers.upgrade, String(head));
    socket.write('hi');
    socket.setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => server.close(() => console.log('closed')));
  });
  req.end();
});
