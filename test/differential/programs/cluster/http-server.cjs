const cluster = require('node:cluster');
const http = require('node:http');
if (cluster.isPrimary) {
  const worker = cluster.fork();
  worker.on('listening', async ({ port }) => {
    const response = await fetch(`http://localhost:${port}/hello`, { headers: { connection: 'close' } });
    console.log(response.status, await response.text());
    worker.disconnect();
  });
  worker.on('disconnect', () => console.log('disconnect', worker.exitedAfterDisconnect));
  worker.on('exit', (code, signal) => console.log('exit', code, signal, worker.isDead(), worker.isConnected()));
} else {
  http.createServer((req, res) => res.end(`worker ${cluster.worker.id} ${req.url}`)).listen(0);
}
