// Streams piped into each other: an echo server.
const http2 = require('node:http2');
const { pipeline, Readable } = require('node:stream');
const server = http2.createServer();
server.on('stream', (stream) => { stream.respond(); pipeline(stream, stream, (error) => console.log('server done', error)); });
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request({ ':method': 'POST' });
  const chunks = [];
  pipeline(Readable.from(Array.from({ length: 20 }, (_, i) => String(i).repeat(1000))), req, (error) => console.log('sent', error));
  req.on('data', (part) => chunks.push(part));
  req.on('end', () => {
    const all = Buffer.concat(chunks);
    console.log(all.length, require('node:crypto').createHash('sha1').update(all).digest('hex'));
    client.close();
    server.close();
  });
});
