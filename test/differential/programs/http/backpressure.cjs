// A slow reader holds up the writer: write says so, drain comes.
const http = require('node:http');
const server = http.createServer((req, res) => {
  let drains = 0, n = 0, refused = 0;
  const more = () => {
    while (n < 40) if (!res.write(Buffer.alloc(65536, n++))) { refused++; return; }
    res.end(() => console.log('server', n, refused > 0, drains > 0, res.writableLength));
  };
  res.on('drain', () => { drains++; more(); });
  more();
});
server.listen(0, () => {
  http.get({ port: server.address().port }, async (res) => {
    let total = 0;
    for await (const part of res) { total += part.length; if (total % 10 === 0) await new Promise((done) => setTimeout(done, 1)); }
    console.log('client', total);
    server.close();
  });
});
