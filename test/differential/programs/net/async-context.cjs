const net = require('node:net');
const { AsyncLocalStorage, createHook, executionAsyncId, triggerAsyncId } = require('node:async_hooks');
const store = new AsyncLocalStorage();
const types = new Set();
createHook({ init(id, type) { types.add(type); } }).enable();
const server = store.run('server', () => net.createServer((socket) => {
  console.log('connection', store.getStore());
  socket.on('data', () => { console.log('data', store.getStore()); socket.end('x'); });
}));
server.listen(0, '127.0.0.1', () => {
  store.run('client', () => {
    const client = net.connect(server.address().port, '127.0.0.1', () => {
      console.log('connect', store.getStore(), executionAsyncId() > 0, triggerAsyncId() > 0);
      client.write('hi', () => console.log('written', store.getStore()));
    });
    client.on('data', () => console.log('client data', store.getStore()));
    client.on('close', () => {
      console.log('close', store.getStore());
      server.close(() => console.log([...types].filter((t) => /TCP|SHUTDOWN|GETADDR/.test(t)).sort()));
    });
  });
});
