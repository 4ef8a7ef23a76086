const http = require('http');
const server = http.createServer((request, response) => {
  response.writeProcessing();
  response.writeEarlyHints({ link: ['</a.css>; rel=preload; as=style', '</b.js>; rel=preload; as=script'], 'x-trace': 'id' });
  response.end('final');
}).listen(0, () => {
  const request = http.get({ port: server.address().port });
  request.on('information', ({ statusCode, statusMessage, headers, rawHeaders }) => console.log(statusCode, statusMessage, headers, rawHeaders));
  request.on('response', (response) => {
    console.log(response.statusCode);
    response.resume().on('end', () => server.close());
  });
});
