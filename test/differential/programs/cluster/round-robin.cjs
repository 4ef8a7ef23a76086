const cluster = require('node:cluster');
const net = require('node:net');
if (cluster.isPrimary) {
  console.log(cluster.schedulingPolicy === cluster.SCHED_RR, cluster.isMaster, cluster.isWorker, cluster.settings);
  let ready = 0, ended = 0;
  const seen = [];
  for (let i = 0; i < 2; i++) cluster.fork({ NAME: `w${i}` });
  cluster.on('listening', (worker, address) => {
    if (++ready < 2) return;
    console.log(address.addressType, address.address, typeof address.port);
    let left = 6;
    const next = () => net.connect(address.port).setEncoding('utf8').on('data', (d) => seen.push(d)).on('close', () => {
      if (--left > 0) return next();
      console.log(seen.filter((n) => n === 'w0').length, seen.filter((n) => n === 'w1').length);
      cluster.disconnect(() => console.log('disconnected'));
    });
    next();
  });
  cluster.on('exit', (worker, code, signal) => { if (++ended === 2) console.log('both ended', code, signal, Object.keys(cluster.workers)); });
} else {
  net.createServer((socket) => socket.end(process.env.NAME)).listen(0);
}
