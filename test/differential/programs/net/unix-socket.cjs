const net = require('node:net');
const fs = require('node:fs');
const path = `/tmp/tabloom-${process.pid}.sock`;
const server = net.createServer((socket) => socket.end('hello over a path'));
server.listen(path, () => {
  console.log(server.address() === path, fs.statSync(path).isSocket());
  net.connect(path).setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => {
    server.close(() => {
      console.log(fs.existsSync(path));
      net.connect(path).on('error', (e) => console.log(e.code, e.syscall, e.address === path));
    });
  });
});
