// Bodies through pipelines: a file up, compressed down, and an error in the middle.
const http = require('node:http');
const fs = require('node:fs');
const zlib = require('node:zlib');
const { pipeline, Readable } = require('node:stream');
fs.writeFileSync('up.txt', 'line\n'.repeat(20000));
const server = http.createServer((req, res) => {
  if (req.url === '/fail') { res.write('a'); setTimeout(() => res.destroy(new Error('broken')), 20); return; }
  res.setHeader('content-encoding', 'gzip');
  pipeline(req, zlib.createGzip(), res, (error) => console.log('server', error));
});
server.listen(0, () => {
  const { port } = server.address();
  const req = http.request({ port, method: 'POST' }, (res) => {
    let n = 0;
    pipeline(res, zlib.createGunzip(), async function* (source) { for await (const part of source) { n += part.length; yield part; } }, fs.createWriteStream('down.txt'), (error) => {
      console.log('client', error, n, fs.readFileSync('down.txt', 'utf8') === fs.readFileSync('up.txt', 'utf8'));
      http.get({ port, path: '/fail' }, async (failing) => {
        try { for await (const part of failing) console.log(String(part)); } catch (e) { console.log(e.code, e.message); }
        server.close();
      });
    });
  });
  pipeline(fs.createReadStream('up.txt'), req, (error) => console.log('sent', error));
  void Readable;
});
