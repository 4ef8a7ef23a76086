// Unix-domain sockets with names that are no files: Linux's abstract ones.
const assert = require('node:assert');
const fs = require('node:fs');
const http = require('node:http');
const net = require('node:net');

const socketPath = `\0abstract ${process.pid}`;
const server = http.createServer((request, response) => response.end(request.url)).listen(socketPath, () => {
  assert.strictEqual(server.address(), socketPath);
  http.get({ socketPath, path: '/there' }, (response) => {
    response.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => {
      net.createServer().on('error', ({ code }) => {
        console.log(code, fs.existsSync(socketPath.slice(1)));
        server.close(() => net.connect(socketPath).on('error', (error) => console.log(error.code, error.syscall)));
      }).listen(socketPath);
    });
  });
});
