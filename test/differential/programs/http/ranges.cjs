const http = require('http');
const data = Buffer.from('0123456789');
const server = http.createServer((request, response) => {
  const range = /^bytes=(\d*)-(\d*)$/.exec(request.headers.range ?? '');
  if (!range) return response.end(data);
  const from = range[1] === '' ? data.length - Number(range[2]) : Number(range[1]);
  const to = range[1] === '' || range[2] === '' ? data.length - 1 : Number(range[2]);
  if (from >= data.length) return response.writeHead(416, { 'Content-Range': `bytes */${data.length}` }).end();
  response.writeHead(206, { 'Content-Range': `bytes ${from}-${to}/${data.length}`, 'Accept-Ranges': 'bytes' }).end(data.subarray(from, to + 1));
}).listen(0, async () => {
  for (const range of [undefined, 'bytes=2-4', 'bytes=7-', 'bytes=-3', 'bytes=20-']) {
    const response = await fetch(`http://localhost:${server.address().port}`, range ? { headers: { range } } : {});
    console.log(range, response.status, response.statusText, response.headers.get('content-range'), await response.text());
  }
  server.close();
});
