const http = require('http');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
l(http.METHODS.length, Object.keys(http.STATUS_CODES).length, http.maxHeaderSize, Object.keys(http).sort().join());
t('hdr', () => http.validateHeaderName('a b'));
t('hdrv', () => http.validateHeaderValue('x', '\u00001'));
t('agent', () => {
  const a = new http.Agent({ keepAlive: true, maxSockets: 2 });
  return [a.getName({ host: 'h', port: 1 }), a.keepAlive, Object.keys(a).sort()];
});
t('url', () => http.get('nope'));
t('proto', () => http.get('https://x'));
t('method', () => http.request({ method: 'B AD' }));
t('path', () => http.request({ path: '/a b' }));
const s = http.createServer((q, r) => {
  let b = '';
  q.setEncoding('utf8');
  q.on('data', (d) => (b += d));
  q.on('end', () => {
    l('srv', q.method, q.url, q.httpVersion, q.headers['x-a'], q.rawHeaders.length, b, q.complete, q.headers.cookie, q.headersDistinct['x-a']);
    if (q.url === '/json') {
      r.setHeader('Content-Type', 'application/json');
      r.setHeader('Set-Cookie', ['a=1', 'b=2']);
      r.setHeader('X-Multi', ['p', 'q']);
      l(r.getHeaderNames(), r.getHeader('x-multi'), r.hasHeader('nope'), r.headersSent);
      r.end(JSON.stringify({ ok: 1 }));
      l(r.headersSent, r.writableEnded, r.statusMessage);
      try {
        r.setHeader('a', 'b');
      } catch (e) {
        l(e.code, e.message);
      }
      r.write('late', (e) => l(e?.code));
      r.on('error', (e) => l('rerr', e.code));
    } else if (q.url === '/head') {
      r.writeHead(201, 'Made', { 'X-B': 'c', 'Content-Length': 5 });
      r.end(q.method === 'HEAD' ? undefined : '12345');
    } else if (q.url === '/204') {
      r.statusCode = 204;
      r.end('ignored');
    } else if (q.url === '/304') {
      r.writeHead(304).end();
    } else if (q.url === '/chunk') {
      r.write('a');
      r.addTrailers?.({ 'X-T': 'v' });
      r.writeHead;
      setImmediate(() => {
        r.write('b');
        r.end('c');
      });
    } else if (q.url === '/trailer') {
      r.writeHead(200, { Trailer: 'X-T' });
      r.write('t');
      r.addTrailers({ 'X-T': 'v' });
      r.end();
    } else if (q.url === '/badstatus') {
      try {
        r.writeHead(99);
      } catch (e) {
        l(e.code, e.message);
      }
      try {
        r.writeHead(200, { 'bad name': 1 });
      } catch (e) {
        l(e.code);
      }
      try {
        r.setHeader('x', undefined);
      } catch (e) {
        l(e.code);
      }
      try {
        r.setHeader('x', '\n');
      } catch (e) {
        l(e.code);
      }
      r.end(5 > 3 ? 'x' : '');
    } else if (q.url === '/early') {
      r.writeEarlyHints({ link: '</a>; rel=preload' });
      r.end('eh');
    } else if (q.url === '/cl') {
      r.strictContentLength = true;
      r.setHeader('Content-Length', 2);
      try {
        r.end('abc');
      } catch (e) {
        l(e.code, e.message);
        r.end('ab');
      }
    } else r.end('def ' + q.url);
  });
});
const req = (o, body) =>
  new Promise((res) => {
    const q = http.request({ port: s.address().port, ...o }, (r) => {
      let b = '';
      r.setEncoding('utf8');
      r.on('data', (d) => (b += d));
      r.on('end', () => {
        const h = { ...r.headers };
        delete h.date;
        l('cli', o.path, r.statusCode, r.statusMessage, h, JSON.stringify(b), r.trailers, r.rawTrailers);
        res(r);
      });
    });
    q.on('error', (e) => {
      l('err', e.code, e.message);
      res();
    });
    q.on('information', (i) => l('info', i.statusCode, i.headers));
    q.end(body);
  });
s.listen(0, async () => {
  for (const p of ['/json', '/head', '/204', '/304', '/chunk', '/trailer', '/badstatus', '/early', '/cl', '/x?y=1'])
    await req({ path: p, headers: { 'X-A': '1', Cookie: ['c=1', 'd=2'] }, agent: false });
  await req({ path: '/head', method: 'HEAD' });
  await req({ path: '/post', method: 'POST', headers: { 'Content-Type': 'text/plain' } }, 'body€');
  await req({ path: '/put', method: 'PUT', headers: { 'Transfer-Encoding': 'chunked' } }, 'ch');
  await req({ path: '/auth', auth: 'u:p' });
  await req({ path: '/to', timeout: 5, setHost: false, headers: { Host: 'h' } });
  const r = await fetch(`http://localhost:${s.address().port}/json`, { method: 'POST', body: JSON.stringify({ a: 1 }), headers: { 'x-a': 'z' } });
  l(r.status, r.ok, r.headers.get('content-type'), r.headers.getSetCookie(), await r.json(), r.redirected, r.type);
  try {
    await fetch('http://localhost:1/');
  } catch (e) {
    l(e.name, e.message, e.cause.code);
  }
  try {
    await fetch('nope');
  } catch (e) {
    l(e.name, e.message, e.cause?.code);
  }
  const ac = new AbortController();
  ac.abort();
  try {
    await fetch('http://localhost:' + s.address().port, { signal: ac.signal });
  } catch (e) {
    l(e.name);
  }
  l(
    new Response('x', { status: 201 }).status,
    await new Response(new Blob(['q'])).text(),
    new Request('http://a/b', { method: 'post' }).method,
    Response.json({ a: 1 }).headers.get('content-type'),
  );
  const fd = new FormData();
  fd.append('f', new File(['abc'], 'a.txt'));
  fd.append('k', 'v');
  l((await new Response(fd).formData()).get('k'), [...fd.keys()]);
  s.close(() => l('closed'));
  s.closeAllConnections();
});
