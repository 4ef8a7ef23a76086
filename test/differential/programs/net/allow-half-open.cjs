// Ends that close one side only, with and without leave.
const net = require('node:net');
const run = (allowHalfOpen) => new Promise((done) => {
  const server = net.createServer({ allowHalfOpen }, (socket) => {
    socket.on('end', () => {
      console.log(allowHalfOpen, 'end', socket.writable, socket.readyState);
      if (allowHalfOpen) setTimeout(() => socket.end('late'), 20);
    }).resume();
  });
  server.listen(0, () => {
    const client = net.connect({ port: server.address().port, allowHalfOpen: true }, () => client.end('hi'));
    let text = '';
    client.on('data', (part) => { text += part; }).on('end', () => console.log(allowHalfOpen, 'got', text, client.readyState)).on('close', (bad) => {
      console.log(allowHalfOpen, 'closed', bad);
      server.close(done);
    });
  });
});
run(false).then(() => run(true));
