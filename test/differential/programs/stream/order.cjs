const net = require('node:net');
const server = net.createServer((socket) => {
  socket.on('data', () => {
    console.log('data');
    setImmediate(() => console.log('immediate'));
    process.nextTick(() => console.log('tick'));
    Promise.resolve().then(() => console.log('micro')).then(() => console.log('micro 2'));
    queueMicrotask(() => process.nextTick(() => console.log('tick from micro')));
    socket.end();
  });
  socket.on('close', () => { console.log('close'); server.close(); });
}).listen(0, '127.0.0.1', () => net.connect(server.address().port, '127.0.0.1').end('x'));
