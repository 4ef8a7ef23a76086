const { Worker } = require('node:worker_threads');
const net = require('node:net');
const worker = new Worker(`
  const net = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = net.createServer((socket) => { socket.end('from the worker'); server.close(); });
  server.listen(0, () => parentPort.postMessage(server.address().port));
`, { eval: true });
worker.on('message', (port) => net.connect(port).setEncoding('utf8').on('data', (d) => console.log(d)).on('close', () => console.log('closed')));
worker.on('exit', (c) => console.log('exit', c));
