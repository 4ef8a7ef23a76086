const http = require('http');
const net = require('net');
const server = http.createServer((request, response) => response.end('fine'));
server.on('clientError', (error, socket) => {
  console.log(error.code, error.reason, error.bytesParsed);
  socket.end('HTTP/1.1 400 Mine\r\nConnection: close\r\n\r\n');
});
server.listen(0, async () => {
  const say = (text) => new Promise((done) => {
    const socket = net.connect(server.address().port, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (data) => { answer += data; }).on('close', () => done(answer.split('\r\n')[0]));
  });
  console.log(await say('not http at all\r\n\r\n'));
  console.log(await say('GET / HTTP/1.1\r\nHost: x\r\nBad Header: y\r\n\r\n'));
  console.log(await say('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n'));
  console.log(await say('GET / HTTP/1.1\r\nConnection: close\r\n\r\n'));
  console.log(await say('GET / HTTP/1.0\r\n\r\n'));
  server.close();
});
