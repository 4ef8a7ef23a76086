const http = require('http');
const net = require('net');
const server = http.createServer((request, response) => {
  // The second answer is ready first, and has to wait.
  setTimeout(() => response.end(`answer ${request.url}`), request.url === '/1' ? 30 : 0);
}).listen(0, () => {
  const socket = net.connect(server.address().port, () => {
    socket.write('GET /1 HTTP/1.1\r\nHost: x\r\n\r\nGET /2 HTTP/1.1\r\nHost: x\r\n\r\nGET /3 HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  });
  let text = '';
  socket.setEncoding('utf8').on('data', (data) => { text += data; }).on('end', () => {
    console.log(text.replace(/Date: .*\r\n/g, '').replaceAll('\r\n', '|'));
    server.close();
  });
});
