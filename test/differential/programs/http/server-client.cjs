const http = require('node:http');
const server = http.createServer((req, res) => {
  let body = '';
  req.setEncoding('utf8').on('data', (d) => { body += d; }).on('end', () => {
    res.setHeader('X-Method', req.method);
    res.writeHead(201, 'Made', { 'Content-Type': 'text/plain' });
    res.end(`${req.url} ${body} ${req.headers['x-a']} ${req.httpVersion}`);
  });
}).listen(0, '127.0.0.1', () => {
  const req = http.request({ port: server.address().port, host: '127.0.0.1', method: 'POST', path: '/p?q=1', headers: { 'X-A': 'b' } }, (res) => {
    console.log(res.statusCode, res.statusMessage, res.headers['x-method'], res.headers['content-type'], res.headers['transfer-encoding'], res.headers.connection);
    res.setEncoding('utf8').on('data', (d) => console.log(d)).on('end', () => { console.log(res.complete); server.close(() => console.log('closed')); });
  });
  req.write('part1 ');
  req.end('part2');
});
