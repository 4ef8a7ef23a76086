const { Worker } = require('node:worker_threads');
const net = require('node:net');
const worker = new Worker(`
  const server = require('node:net').createServer().listen(0, () => require('node:worker_threads').parentPort.postMessage(server.address().port));
`, { eval: true });
worker.on('message', async (port) => {
  await worker.terminate();
  net.connect(port).on('error', (e) => console.log(e.code)).on('connect', () => console.log('still there'));
  const again = net.createServer().listen(port, () => { console.log('bound again'); again.close(); }).on('error', (e) => console.log(e.code));
});
