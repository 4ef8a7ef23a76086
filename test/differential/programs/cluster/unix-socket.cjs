const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  const worker = cluster.fork();
  worker.on('listening', (address) => {
    console.log(address);
    net.connect('./cluster.sock').setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => worker.disconnect());
  });
  worker.on('exit', (code) => console.log('exit', code, require('node:fs').existsSync('./cluster.sock')));
} else {
  net.createServer((socket) => socket.end('over a path')).listen('./cluster.sock');
}
