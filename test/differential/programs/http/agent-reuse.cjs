const http = require('http');
const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
const ports = new Set();
const server = http.createServer((request, response) => {
  ports.add(request.socket.remotePort);
  response.end(request.url);
}).listen(0, async () => {
  const ask = (path) => new Promise((done) => {
    const request = http.get({ port: server.address().port, path, agent }, (response) => {
      response.resume().on('end', () => done([path, request.reusedSocket, response.headers.connection, response.headers['keep-alive']]));
    });
  });
  console.log(await ask('/1'));
  await new Promise(setImmediate);
  console.log(await ask('/2'));
  console.log(await Promise.all([ask('/3'), ask('/4'), ask('/5')]));
  console.log(ports.size, Object.keys(agent.sockets).length, Object.values(agent.freeSockets).map((list) => list.length));
  agent.destroy();
  server.close(() => console.log('closed'));
});
