// An agent with two sockets: requests queue, sockets are used again, events tell.
const http = require('node:http');
const server = http.createServer((req, res) => setTimeout(() => res.end(req.url), 20));
server.listen(0, () => {
  const agent = new http.Agent({ keepAlive: true, maxSockets: 2, maxFreeSockets: 1 });
  const sockets = new Set();
  let left = 6;
  for (let i = 0; i < 6; i++) {
    const req = http.get({ port: server.address().port, path: `/${i}`, agent }, (res) => {
      res.resume().on('end', () => {
        if (--left > 0) return;
        setImmediate(() => {
          console.log(sockets.size, Object.values(agent.freeSockets).map((list) => list.length), agent.totalSocketCount);
          agent.destroy();
          server.close();
        });
      });
    });
    req.on('socket', (socket) => sockets.add(socket));
  }
  const name = agent.getName({ port: server.address().port });
  console.log(agent.sockets[name]?.length, agent.requests[name]?.length, agent.maxSockets, agent.keepAlive, agent.scheduling);
});
