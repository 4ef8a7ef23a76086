const http = require('http');
const server = http.createServer((request, response) => {
  response.writeHead(200, { Trailer: 'X-Sum, X-End' });
  response.write('part one;');
  response.addTrailers({ 'X-Sum': '42', 'X-End': 'yes' });
  response.end('part two');
}).listen(0, () => {
  http.get({ port: server.address().port }, (response) => {
    let body = '';
    response.setEncoding('utf8').on('data', (text) => { body += text; }).on('end', () => {
      console.log(body, response.trailers, response.rawTrailers, response.headers.trailer, response.headers['transfer-encoding'], response.complete);
      server.close();
    });
  });
});
