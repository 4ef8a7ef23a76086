// Several requests in one packet: answers come in order, whatever takes longer.
const http = require('node:http');
const net = require('node:net');
const server = http.createServer((req, res) => setTimeout(() => res.end(req.url), req.url === '/slow' ? 50 : 0));
server.listen(0, () => {
  const socket = net.connect(server.address().port);
  socket.write('GET /slow HTTP/1.1\r\nHost: a\r\n\r\nGET /fast HTTP/1.1\r\nHost: a\r\n\r\nPOST /post HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nhelloGET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
  let text = '';
  socket.setEncoding('latin1').on('data', (part) => { text += part; }).on('end', () => {
    console.log(text.match(/\/(slow|fast|post|last)/g));
    console.log(text.match(/Connection: \S+/g));
    server.close();
  });
});
