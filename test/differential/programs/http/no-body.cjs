const http = require('http');
const server = http.createServer((request, response) => {
  const status = Number(request.url.slice(1));
  response.writeHead(status, { 'X-Status': status });
  response.write('ignored where there is no body');
  response.end();
}).listen(0, async () => {
  const ask = (method, path) => new Promise((done) => {
    http.request({ port: server.address().port, method, path }, (response) => {
      let length = 0;
      response.on('data', (chunk) => { length += chunk.length; }).on('end', () => done([method, response.statusCode, response.statusMessage, length, response.headers['transfer-encoding'], response.headers['x-status']]));
    }).end();
  });
  for (const [method, path] of [['GET', '/200'], ['HEAD', '/200'], ['GET', '/204'], ['GET', '/304'], ['DELETE', '/205']]) console.log(await ask(method, path));
  server.close();
});
