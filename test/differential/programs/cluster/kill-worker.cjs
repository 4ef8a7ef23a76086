const cluster = require('node:cluster');
if (cluster.isPrimary) {
  const worker = cluster.fork();
  worker.on('online', () => setTimeout(() => worker.kill('SIGTERM'), 50));
  worker.on('disconnect', () => console.log('disconnect'));
  worker.on('exit', (code, signal) => console.log('exit', code, signal, worker.exitedAfterDisconnect));
} else {
  setInterval(() => {}, 1000);
}
