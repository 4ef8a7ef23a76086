const cluster = require('cluster');
if (cluster.isPrimary) {
  const w = cluster.fork();
  w.on('message', (m) => {
    console.log('msg', m);
    w.send('bye');
  });
  cluster.on('exit', (w, c, s) => console.log('exit', c, s));
  cluster.on('online', () => console.log('online'));
} else {
  process.send({ id: cluster.worker.id });
  process.on('message', (m) => {
    console.log('got', m);
    process.exit(3);
  });
}
