const http = require('node:http');
const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');
const { createHash } = require('node:crypto');
const server = http.createServer(async (req, res) => {
  const hash = createHash('sha1');
  let n = 0;
  for await (const chunk of req) { hash.update(chunk); n += chunk.length; }
  res.setHeader('Trailer', 'X-Sum');
  res.write(`${n} `);
  res.addTrailers({ 'X-Sum': hash.digest('hex') });
  res.end('bytes');
}).listen(0, '127.0.0.1', async () => {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST' });
  const response = new Promise((resolve) => req.on('response', resolve));
  await pipeline(Readable.from((function* () { for (let i = 0; i < 50; i++) yield Buffer.alloc(40000, i); })()), req);
  const res = await response;
  let text = '';
  for await (const chunk of res) text += chunk;
  console.log(text, res.trailers, res.rawTrailers);
  server.close();
});
