// Headers that come twice: joined, kept apart, or the first alone.
const http = require('node:http');
const net = require('node:net');
const server = http.createServer((req, res) => {
  console.log(req.headers);
  console.log(req.headersDistinct);
  res.end();
});
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  socket.write('GET / HTTP/1.1\r\nHost: a\r\nAccept: one\r\naccept: two\r\nCookie: a=1\r\nCookie: b=2\r\nContent-Type: x\r\nContent-Type: y\r\nX-Many: 1\r\nX-Many: 2\r\nUser-Agent: first\r\nUser-Agent: second\r\nConnection: close\r\n\r\n');
  socket.resume().on('end', () => server.close());
});
