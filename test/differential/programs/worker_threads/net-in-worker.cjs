const { Worker } = require('node:worker_threads');
const net = require('node:net');
const worker = new Worker(`
  const net = require('node:net');
  const { parentPort } = require('node:worker_threads');
  const server = net.createServer((socket) => { socket.end('from the worker'); server.close(); });
  server.listen(0, () => parentPort.postMessage(server.address().port));
`, { eval: true });
let left = 2;
const done = (what) => { if (--left === 0) console.log('both done'); };
worker.on('message', (port) => net.connect(port).setEncoding('utf8').on('data', (d) => console.log(d)).on('close', done));
worker.on('exit', done);
