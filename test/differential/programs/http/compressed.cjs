const http = require('http');
const zlib = require('zlib');
const { pipeline } = require('stream');
const text = 'a line that repeats\n'.repeat(500);
const server = http.createServer((request, response) => {
  const accepted = request.headers['accept-encoding'] ?? '';
  if (/gzip/.test(accepted)) {
    response.writeHead(200, { 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    const gzip = zlib.createGzip();
    pipeline(gzip, response, () => {});
    gzip.end(text);
  } else response.end(text);
}).listen(0, async () => {
  const { port } = server.address();
  const raw = (headers) => new Promise((done) => http.get({ port, headers }, (response) => {
    const chunks = [];
    response.on('data', (chunk) => chunks.push(chunk)).on('end', () => done([response.headers['content-encoding'], Buffer.concat(chunks)]));
  }));
  const [coding, packed] = await raw({ 'Accept-Encoding': 'gzip' });
  console.log(coding, packed.length < 500, zlib.gunzipSync(packed).toString() === text);
  console.log((await raw({}))[1].toString() === text);
  const response = await fetch(`http://localhost:${port}`);
  console.log(response.headers.get('content-encoding'), response.headers.get('vary'), (await response.text()) === text);
  server.close();
});
