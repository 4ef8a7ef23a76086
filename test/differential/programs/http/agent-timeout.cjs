// Idle sockets of an agent time out; requests of their own agent close their connection.
const http = require('node:http');
const server = http.createServer((req, res) => res.end(req.headers.connection));
server.keepAliveTimeout = 5000;
server.listen(0, () => {
  const { port } = server.address();
  const agent = new http.Agent({ keepAlive: true, timeout: 100 });
  http.get({ port, agent }, (res) => {
    res.on('data', (text) => console.log(String(text)));
    agent.on('free', (socket) => {
      console.log('free');
      socket.on('close', () => {
        console.log('idle socket closed');
        http.get({ port, agent: false }, (second) => {
          second.on('data', (text) => console.log(String(text))).on('end', () => server.close(() => console.log('closed')));
        });
      });
    });
  });
});
