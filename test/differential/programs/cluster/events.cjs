const cluster = require('node:cluster');
if (cluster.isPrimary) {
  const log = [];
  cluster.on('setup', (settings) => log.push(`setup ${Object.keys(settings).sort()}`));
  for (const name of ['fork', 'online', 'message', 'disconnect', 'exit']) {
    cluster.on(name, (worker, ...rest) => {
      log.push(`${name} ${worker?.id} ${JSON.stringify(rest)}`);
      if (name === 'message') worker.disconnect();
      if (name === 'exit') console.log(log.join('\n'));
    });
  }
  cluster.setupPrimary({ args: ['x'], silent: false });
  const worker = cluster.fork();
  console.log(worker.id, worker.process.pid > 0, worker === cluster.workers[1], worker.state);
} else {
  process.send({ argv: process.argv[2], id: cluster.worker.id, isWorker: cluster.isWorker, unique: process.env.NODE_UNIQUE_ID });
}
