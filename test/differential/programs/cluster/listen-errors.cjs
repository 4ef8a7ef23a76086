const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  const server = net.createServer().listen(0, () => {
    const worker = cluster.fork({ TAKEN: server.address().port });
    worker.on('message', (m) => { console.log(m); worker.disconnect(); server.close(); });
    worker.on('exit', (code) => console.log('exit', code));
  });
} else {
  net.createServer().on('error', (error) => process.send([error.code, error.syscall, error.message.replace(/\d+/, 'PORT')])).listen(Number(process.env.TAKEN));
}
