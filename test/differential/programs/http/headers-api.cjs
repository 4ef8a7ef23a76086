// Headers of outgoing messages: set, append, several, raw names, what may not be set.
const http = require('node:http');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.code, e.message); } };
const server = http.createServer((req, res) => {
  res.setHeader('X-One', 1);
  res.setHeader('Set-Cookie', ['a=1', 'b=2']);
  res.appendHeader('X-List', 'a').appendHeader('X-List', 'b');
  res.setHeaders(new Map([['x-map', 'm']]));
  console.log(res.getHeader('x-one'), res.getHeaders(), res.getHeaderNames(), res.getRawHeaderNames(), res.hasHeader('SET-COOKIE'));
  t('name', () => res.setHeader('bad name', 'x'));
  t('value', () => res.setHeader('x', 'a\nb'));
  t('undefined', () => res.setHeader('x', undefined));
  res.removeHeader('X-One');
  res.writeHead(201, 'Made', { 'X-Late': 'yes' });
  t('late', () => res.setHeader('x', 'y'));
  t('again', () => res.writeHead(200));
  t('status', () => { const other = new http.ServerResponse(req); other.writeHead(99); });
  res.end();
});
server.listen(0, () => {
  http.get({ port: server.address().port }, (res) => {
    const { date, ...headers } = res.headers;
    console.log(res.statusCode, res.statusMessage, headers, typeof date);
    console.log(res.headersDistinct['set-cookie'], res.rawHeaders.filter((_, i) => i % 2 === 0));
    res.resume().on('end', () => server.close());
  });
});
