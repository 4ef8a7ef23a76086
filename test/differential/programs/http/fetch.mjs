import http from 'node:http';
const server = http.createServer((req, res) => {
  if (req.url === '/json') return res.writeHead(200, { 'content-type': 'application/json' }).end('{"a":[1,2]}');
  if (req.url === '/redirect') return res.writeHead(302, { location: '/json' }).end();
  let n = 0;
  req.on('data', (d) => { n += d.length; }).on('end', () => res.writeHead(200, { 'x-len': n }).end(Buffer.alloc(200000, 'q')));
});
await new Promise((r) => server.listen(0, '127.0.0.1', r));
const base = `http://127.0.0.1:${server.address().port}`;
console.log(await (await fetch(`${base}/json`)).json());
const redirected = await fetch(`${base}/redirect`);
console.log(redirected.redirected, redirected.status, (await redirected.text()).length);
const big = await fetch(`${base}/big`, { method: 'POST', body: 'z'.repeat(50000) });
console.log(big.headers.get('x-len'), (await big.arrayBuffer()).byteLength);
server.close();
server.closeAllConnections();
try {
  await fetch('http://127.0.0.1:1/');
} catch (e) {
  console.log(e.name, e.message, e.cause.code ?? e.cause.message);
}
