// Compressed answers are opened, in every coding and several at once.
import http from 'node:http';
import zlib from 'node:zlib';
const text = 'compress me '.repeat(500);
const server = http.createServer((req, res) => {
  const coding = req.url.slice(1);
  const bodies = { gzip: () => zlib.gzipSync(text), deflate: () => zlib.deflateSync(text), raw: () => zlib.deflateRawSync(text), br: () => zlib.brotliCompressSync(text), bad: () => Buffer.from('not gzip') };
  res.setHeader('content-encoding', coding === 'raw' ? 'deflate' : coding === 'bad' ? 'gzip' : coding);
  res.setHeader('x-accept', req.headers['accept-encoding']);
  res.end(bodies[coding]?.() ?? text);
}).listen(0, async () => {
  for (const coding of ['gzip', 'deflate', 'raw', 'br', 'identity', 'bad']) {
    const res = await fetch(`http://localhost:${server.address().port}/${coding}`);
    console.log(coding, res.headers.get('content-encoding'), res.headers.get('x-accept'), await res.text().then((t) => t === text, (e) => [e.name, e.message, e.cause?.code]));
  }
  server.close();
});
