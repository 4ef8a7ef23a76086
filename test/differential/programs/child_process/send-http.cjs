const { fork } = require('node:child_process');
const http = require('node:http');
if (process.argv[2]) {
  const server = http.createServer((req, res) => { res.end(`child ${req.url}`); process.disconnect(); });
  process.on('message', (m, socket) => { server.emit('connection', socket); socket.resume(); });
} else {
  const child = fork(__filename, ['x']);
  const server = require('node:net').createServer({ pauseOnConnect: true }, (socket) => child.send('socket', socket));
  server.listen(0, async () => {
    const response = await fetch(`http://localhost:${server.address().port}/path`, { headers: { connection: 'close' } });
    console.log(response.status, await response.text());
    server.close();
  });
}
