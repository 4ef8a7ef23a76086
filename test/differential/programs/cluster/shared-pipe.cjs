// env: NODE_CLUSTER_SCHED_POLICY=none
const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  for (let i = 0; i < 2; i++) cluster.fork();
  let ready = 0;
  cluster.on('listening', () => {
    if (++ready < 2) return;
    net.connect('./s.sock').setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => cluster.disconnect(() => console.log('done')));
  });
} else {
  net.createServer((socket) => socket.end('one of them')).listen('./s.sock');
}
