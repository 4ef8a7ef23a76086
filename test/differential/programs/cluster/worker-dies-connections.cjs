const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  const start = () => cluster.fork();
  let port, deaths = 0;
  cluster.on('listening', (worker, address) => {
    port = address.port;
    const ask = () => net.connect(port).setEncoding('utf8').on('data', (d) => console.log(d)).on('error', (e) => console.log(e.code)).on('close', () => {
      if (deaths === 0) worker.process.kill('SIGKILL');
      else cluster.disconnect(() => console.log('done'));
    });
    ask();
  });
  cluster.on('exit', (worker, code, signal) => { console.log('exit', code, signal); if (deaths++ === 0) start(); });
  start();
} else {
  net.createServer((socket) => socket.end(`worker ${cluster.worker.id}`)).listen(process.env.PORT ?? 38417);
}
