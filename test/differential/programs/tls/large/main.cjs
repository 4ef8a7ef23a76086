// A megabyte each way, with backpressure and half-closed ends.
const tls = require('node:tls');
const { readFileSync } = require('node:fs');
const { createHash } = require('node:crypto');
const server = tls.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt'), allowHalfOpen: true }, (socket) => {
  const hash = createHash('sha256');
  let n = 0;
  socket.on('data', (part) => { hash.update(part); n += part.length; }).on('end', () => { console.log('server', n); socket.end(Buffer.concat([hash.digest(), Buffer.alloc(1e6, 7)])); });
});
server.listen(0, () => {
  const data = Buffer.alloc(1e6).map((_, i) => i * 31);
  const client = tls.connect({ port: server.address().port, rejectUnauthorized: false, allowHalfOpen: true });
  const parts = [];
  client.on('data', (part) => parts.push(part)).on('end', () => {
    const all = Buffer.concat(parts);
    console.log('client', all.length, all.subarray(0, 32).equals(createHash('sha256').update(data).digest()));
    server.close();
  });
  client.end(data);
});
