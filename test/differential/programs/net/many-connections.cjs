const net = require('node:net');
const server = net.createServer((socket) => socket.on('data', (d) => socket.end(`${d}!`)));
server.listen(0, '127.0.0.1', async () => {
  const ask = (i) => new Promise((resolve, reject) => {
    const client = net.connect(server.address().port, '127.0.0.1', () => client.write(String(i)));
    let text = '';
    client.setEncoding('utf8').on('data', (d) => { text += d; }).on('end', () => resolve(text)).on('error', reject);
  });
  const answers = await Promise.all(Array.from({ length: 100 }, (_, i) => ask(i)));
  console.log(answers.join(' '));
  server.getConnections((e, n) => console.log(e, n));
  server.close(() => console.log('closed'));
});
