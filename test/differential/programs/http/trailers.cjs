// Trailers both ways.
const http = require('node:http');
const server = http.createServer((req, res) => {
  req.resume().on('end', () => {
    console.log('server', req.trailers, req.rawTrailers);
    res.setHeader('Trailer', 'X-Sum');
    res.write('body');
    res.addTrailers({ 'X-Sum': '42', 'X-Two': 'b' });
    res.end();
  });
});
server.listen(0, () => {
  const req = http.request({ port: server.address().port, method: 'POST', headers: { Trailer: 'X-End' } }, (res) => {
    console.log(res.headers.trailer, res.headers['transfer-encoding']);
    res.resume().on('end', () => { console.log('client', res.trailers, res.rawTrailers, res.complete); server.close(); });
  });
  req.write('data');
  req.addTrailers({ 'X-End': 'yes' });
  req.end();
});
