// env: NODE_CLUSTER_SCHED_POLICY=none
const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  console.log(cluster.schedulingPolicy === cluster.SCHED_NONE);
  const worker = cluster.fork();
  worker.on('listening', ({ port }) => {
    net.connect(port).setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => worker.disconnect());
  });
  worker.on('exit', (code) => console.log('exit', code));
} else {
  net.createServer((socket) => socket.end('served by the worker itself')).listen(0);
}
