const http = require('http');
const net = require('net');
console.log(http.maxHeaderSize, http.METHODS.length > 30, http.STATUS_CODES[418], http.STATUS_CODES[431]);
const server = http.createServer({ maxHeaderSize: 1024 }, (request, response) => response.end(String(request.rawHeaders.length))).listen(0, async () => {
  const { port } = server.address();
  const say = (text) => new Promise((done) => {
    const socket = net.connect(port, () => socket.write(text));
    let answer = '';
    socket.setEncoding('utf8').on('data', (data) => { answer += data; }).on('close', () => done(answer.replace(/Date: .*\r\n/, '').split('\r\n')));
  });
  console.log(await say(`GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: ${'y'.repeat(2000)}\r\n\r\n`));
  console.log(await say('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\nX: y\r\n\r\n'));
  const request = http.get({ port, maxHeaderSize: 40 });
  request.on('error', (error) => {
    console.log(error.code, error.message);
    server.close();
  });
});
