// The server switches protocols with what came behind the request; a client that is not understood.
const http = require('node:http');
const server = http.createServer((req, res) => res.end('normal'));
server.on('upgrade', (req, socket, head) => {
  console.log('upgrade', req.headers.upgrade, String(head));
  socket.write('HTTP/1.1 101 Switching Protocols\r\nUpgrade: echo\r\nConnection: Upgrade\r\n\r\nfirst');
  socket.on('data', (part) => socket.end(`echo ${part}`));
});
server.on('connect', (req, socket) => { console.log('connect', req.url); socket.end('HTTP/1.1 200 OK\r\n\r\ntunnel'); });
server.listen(0, () => {
  const { port } = server.address();
  const req = http.get({ port, headers: { connection: 'Upgrade', upgrade: 'echo' } });
  req.on('upgrade', (res, socket, head) => {
    let text = String(head);
    console.log(res.statusCode, res.headers.upgrade, socket === req.socket);
    socket.on('data', (part) => { text += part; }).on('end', () => {
      console.log(text);
      http.request({ port, method: 'CONNECT', path: 'host:1' }).on('connect', (answer, tunnel, first) => {
        console.log(answer.statusCode);
        let all = String(first);
        tunnel.on('data', (part) => { all += part; }).on('end', () => { console.log(all); server.close(); });
      }).end();
    });
    socket.write('hello');
  });
});
