// Status, headers, bodies of every kind, and what a Response tells.
import http from 'node:http';
const server = http.createServer((req, res) => {
  const parts = [];
  req.on('data', (part) => parts.push(part)).on('end', () => {
    res.setHeader('content-type', 'application/json');
    res.statusCode = req.url === '/teapot' ? 418 : 200;
    res.end(JSON.stringify({ method: req.method, url: req.url, type: req.headers['content-type'], length: req.headers['content-length'], accept: req.headers.accept, body: Buffer.concat(parts).toString() }));
  });
}).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const ask = async (path, options) => (await fetch(base + path, options)).json();
  console.log(await ask('/a?b=c#d'));
  console.log(await ask('/post', { method: 'POST', body: 'text' }));
  console.log(await ask('/json', { method: 'PUT', body: JSON.stringify({ a: 1 }), headers: { 'content-type': 'application/json' } }));
  console.log(await ask('/form', { method: 'POST', body: new URLSearchParams({ a: '1 2', b: 'ä' }) }));
  console.log(await ask('/bytes', { method: 'POST', body: new Uint8Array([65, 66]) }));
  console.log(await ask('/blob', { method: 'POST', body: new Blob(['x', 'y'], { type: 'text/x' }) }));
  const res = await fetch(`${base}/teapot`);
  console.log(res.ok, res.status, res.statusText, res.redirected, res.type, res.bodyUsed, [...res.headers.keys()].includes('date'));
  await res.text();
  console.log(res.bodyUsed, await res.text().catch((e) => [e.name, e.message]));
  server.close();
});
