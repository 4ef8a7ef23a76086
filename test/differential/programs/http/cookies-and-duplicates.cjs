const http = require('http');
const server = http.createServer((request, response) => {
  console.log(request.headers.cookie, request.headers['x-many'], request.headers.host !== undefined, request.headersDistinct['x-many'], request.headers.age);
  response.setHeader('Set-Cookie', ['a=1; Path=/', 'b=2; HttpOnly']);
  response.appendHeader('Set-Cookie', 'c=3');
  response.setHeader('X-List', ['1', '2']);
  console.log(response.getHeaderNames(), response.getRawHeaderNames(), response.getHeaders());
  response.end();
}).listen(0, () => {
  http.get({ port: server.address().port, headers: { Cookie: ['x=1', 'y=2'], 'X-Many': ['one', 'two'], Age: ['1', '2'] } }, (response) => {
    console.log(response.headers['set-cookie'], response.headers['x-list'], response.headersDistinct['x-list']);
    console.log(response.rawHeaders.filter((_, i, all) => /^(set-cookie|x-list)$/i.test(all[i - (i % 2)])));
    response.resume().on('end', () => server.close());
  });
});
