const net = require('node:net');
const { Worker } = require('node:worker_threads');
console.log(process.getActiveResourcesInfo());
const timer = setTimeout(() => {}, 1000), immediate = setImmediate(() => {});
console.log(process.getActiveResourcesInfo());
clearTimeout(timer);
clearImmediate(immediate);
const server = net.createServer().listen(0, () => {
  console.log(process.getActiveResourcesInfo().includes('TCPServerWrap'));
  server.close(() => console.log(process.getActiveResourcesInfo()));
});
