const http = require('node:http');
const server = http.createServer((req, res) => {
  res.setHeader('Set-Cookie', ['a=1', 'b=2']);
  for (let i = 0; i < 60; i++) res.setHeader(`X-H-${i}`, `value ${i}`);
  res.end(JSON.stringify([Object.keys(req.headers).length, req.headersDistinct['x-multi'], req.headers['x-multi'], req.headers.cookie]));
}).listen(0, '127.0.0.1', () => {
  const headers = { 'X-Multi': ['one', 'two'], 'Cookie': ['c=1', 'd=2'] };
  for (let i = 0; i < 80; i++) headers[`X-${i}`] = 'y'.repeat(i);
  http.get({ port: server.address().port, host: '127.0.0.1', headers }, async (res) => {
    let text = '';
    for await (const d of res.setEncoding('utf8')) text += d;
    console.log(text, res.headers['set-cookie'], Object.keys(res.headers).length, res.headers['x-h-59']);
    server.close();
  });
});
