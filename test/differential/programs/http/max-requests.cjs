// A bound of requests per connection, and of connections; dropped ones are told.
const http = require('node:http');
const net = require('node:net');
const server = http.createServer((req, res) => res.end(req.url));
server.maxRequestsPerSocket = 2;
server.on('dropRequest', (req) => console.log('dropped', req.url));
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => { text += part; }).on('end', () => {
    console.log(text.match(/HTTP\/1.1 \d+/g), text.match(/Connection: \S+|Keep-Alive: \S+( \S+)?/gi));
    server.close();
  });
  for (const path of ['/1', '/2', '/3']) socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
  setTimeout(() => socket.end(), 200);
});
