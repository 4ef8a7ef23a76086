// Fifty streams at once on one connection, and a server that allows only five.
const http2 = require('node:http2');
const server = http2.createServer({ settings: { maxConcurrentStreams: 5 } });
let open = 0, most = 0;
server.on('stream', (stream, headers) => {
  most = Math.max(most, ++open);
  stream.on('close', () => open--);
  setTimeout(() => { stream.respond(); stream.end(headers[':path']); }, 5);
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  client.on('remoteSettings', () => {
    const all = [];
    for (let i = 0; i < 50; i++) {
      all.push(new Promise((done) => {
        let text = '';
        client.request({ ':path': `/${i}` }).setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done(text));
      }));
    }
    Promise.all(all).then((texts) => {
      console.log(texts.length, texts[0], texts[49], new Set(texts).size, most);
      client.close();
      server.close();
    });
  });
});
