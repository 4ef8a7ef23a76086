// Without round robin the primary binds for its workers: each of them hears of a port that is taken.
const cluster = require('cluster');
const net = require('net');
if (cluster.isPrimary) {
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const server = net.createServer().listen(0, () => {
    const worker = cluster.fork({ PORT: server.address().port });
    worker.on('exit', (code) => {
      console.log('exit', code);
      server.close();
    });
  });
} else {
  const server = net.createServer();
  server.on('error', ({ code, syscall }) => {
    console.log(code, syscall);
    process.disconnect();
  });
  server.listen(process.env.PORT, () => console.log('listens'));
}
