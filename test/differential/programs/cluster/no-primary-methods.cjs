const cluster = require('node:cluster');
if (cluster.isPrimary) {
  console.log(Object.keys(cluster).sort().join());
  cluster.fork().on('exit', (code) => console.log('exit', code));
} else {
  console.log(Object.keys(cluster).sort().join());
  console.log(cluster.fork, cluster.worker.process === process, cluster.worker.isConnected(), cluster.worker.isDead());
  process.on('disconnect', () => console.log('disconnected'));
  cluster.worker.destroy();
}
