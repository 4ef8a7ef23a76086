const http = require('http');
const net = require('net');
let waiting;
const server = http.createServer((request, response) => {
  if (request.url === '/wait') waiting = response;
  else response.end('quick');
}).listen(0, () => {
  const { port } = server.address();
  const idle = net.connect(port, () => idle.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'));
  idle.once('data', () => {
    const busy = net.connect(port, () => busy.write('GET /wait HTTP/1.1\r\nHost: x\r\n\r\n'));
    busy.on('close', () => console.log('busy closed')).on('error', () => {}).resume();
    idle.on('close', () => {
      console.log('idle closed', server.listening, waiting.writableEnded);
      waiting.end('late');
      busy.once('end', () => console.log('busy ended'));
      server.closeAllConnections();
    });
    const look = setInterval(() => {
      if (!waiting) return;
      clearInterval(look);
      server.close((error) => console.log('server closed', error));
      console.log('listening', server.listening);
      server.closeIdleConnections();
    }, 2);
  });
});
