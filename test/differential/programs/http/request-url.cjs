const http = require('http');
const server = http.createServer((request, response) => response.end(JSON.stringify([request.method, request.url, request.headers.host.replace(/\d+$/, 'PORT'), request.headers.authorization, request.httpVersion]))).listen(0, async () => {
  const { port } = server.address();
  const ask = (...args) => new Promise((done) => http.get(...args, (response) => {
    let body = '';
    response.on('data', (data) => { body += data; }).on('end', () => done(body));
  }));
  console.log(await ask(`http://user:pa%20ss@localhost:${port}/a%20b/../c?q=1&r=ü#fragment`));
  console.log(await ask(new URL(`http://localhost:${port}//double//slash`)));
  console.log(await ask({ port, path: '*', method: 'OPTIONS', headers: { Host: 'given:1' } }));
  console.log(await ask(`http://localhost:${port}/x`, { path: '/y', auth: 'me:secret', setHost: false, headers: { host: 'mine' } }));
  server.close();
});
