// A client that nothing else keeps alive reads what its server sent in many small pieces before it hung up.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
if (process.argv[2] === 'server') {
  const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (socket) => {
    for (let i = 0; i < 500; i++) socket.write(`line ${i}\n`);
    socket.end();
    server.close();
  });
  server.listen(0, () => console.log(server.address().port));
} else {
  const child = require('node:child_process').spawn(process.execPath, [__filename, 'server'], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', (port) => {
    child.stdout.destroy();
    child.unref();
    let lines = 0;
    const socket = tls.connect({ port: Number(port), rejectUnauthorized: false });
    socket.setEncoding('utf8').on('data', (text) => { lines += text.split('\n').length - 1; }).on('end', () => console.log('end after', lines));
    process.on('exit', () => console.log('exit after', lines));
  });
}
