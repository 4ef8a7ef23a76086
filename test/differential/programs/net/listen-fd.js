// A child listens on a descriptor that its parent bound, as servers do that are given their socket (systemd's way); the parent has let go of it.
const assert = require('node:assert');
const { spawn } = require('node:child_process');
const http = require('node:http');
const net = require('node:net');

if (process.argv[2] === 'child') {
  const server = http.createServer((request, response) => response.end(`child on ${request.url}`)).listen({ fd: 3 }, () => process.send(server.address()));
  process.on('disconnect', () => process.exit(0));
} else {
  const server = net.createServer().listen(0, '127.0.0.1', () => {
    const address = server.address();
    const child = spawn(process.execPath, [__filename, 'child'], { stdio: [0, 1, 2, server._handle, 'ipc'] });
    server.close();
    child.on('message', (said) => {
      assert.deepStrictEqual(said, address);
      http.get({ port: address.port, path: '/3' }, (response) => {
        response.setEncoding('utf8').on('data', (text) => {
          assert.strictEqual(text, 'child on /3');
          console.log(response.statusCode, text);
          child.disconnect();
        });
      });
    });
    child.on('exit', (code) => console.log('exit', code));
  });
}
