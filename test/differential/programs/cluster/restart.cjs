const cluster = require('node:cluster');
if (cluster.isPrimary) {
  let starts = 0;
  const start = () => { starts++; cluster.fork({ RUN: starts }); };
  cluster.on('exit', (worker, code, signal) => {
    console.log('exit', worker.id, code, signal, worker.exitedAfterDisconnect);
    if (starts < 3) start();
    else console.log('ids', Object.keys(cluster.workers).length);
  });
  start();
} else {
  if (process.env.RUN === '1') process.exit(3);
  if (process.env.RUN === '2') process.kill(process.pid, 'SIGKILL');
  cluster.worker.disconnect();
}
