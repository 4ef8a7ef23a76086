const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const http = require('node:http');
  const { parentPort } = require('node:worker_threads');
  const server = http.createServer((req, res) => res.end('worker ' + req.url));
  server.listen(0, () => parentPort.postMessage(server.address().port));
  parentPort.once('message', () => { server.close(); server.closeAllConnections(); });
`, { eval: true });
worker.on('message', async (port) => {
  const response = await fetch(`http://localhost:${port}/a?b`);
  console.log(response.status, await response.text());
  worker.postMessage('stop');
});
worker.on('exit', (c) => console.log('exit', c));
