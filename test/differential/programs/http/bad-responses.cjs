// Answers a client cannot read: the codes of its errors.
const http = require('node:http');
const net = require('node:net');
const answers = ['nonsense', 'HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nshort', 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab', '', 'HTTP/1.1 99\r\n\r\n', 'HTTP/1.1 200 OK\r\nBad\x01Name: x\r\n\r\n'];
let next = 0;
const server = net.createServer((socket) => { socket.on('error', () => {}); socket.once('data', () => socket.end(answers[next])); });
server.listen(0, async () => {
  for (; next < answers.length; next++) {
    await new Promise((done) => {
      const req = http.get({ port: server.address().port, agent: false }, (res) => {
        res.on('error', (e) => console.log('response', e.code, e.message)).on('aborted', () => console.log('aborted')).on('close', () => { console.log('closed', res.complete); done(); });
        res.resume();
      });
      req.on('error', (e) => { console.log('request', e.code, e.reason ?? e.message); done(); });
    });
  }
  server.close();
});
