// Request and Headers objects, clones, and one request sent twice.
import http from 'node:http';
const server = http.createServer((req, res) => {
  let body = '';
  req.on('data', (part) => { body += part; }).on('end', () => { res.setHeader('set-cookie', ['a=1', 'b=2']); res.end(`${req.method} ${req.headers['x-a']} ${body}`); });
}).listen(0, async () => {
  const url = `http://localhost:${server.address().port}/`;
  const request = new Request(url, { method: 'POST', body: 'once', headers: { 'X-A': 'v' } });
  const copy = request.clone();
  console.log(await (await fetch(request)).text(), request.bodyUsed);
  console.log(await (await fetch(copy, { headers: { 'x-a': 'other' } })).text());
  await fetch(request).catch((e) => console.log(e.name, e.message));
  const res = await fetch(url);
  console.log(res.headers.getSetCookie(), res.headers.get('set-cookie'));
  const headers = new Headers([['B', '2'], ['a', '1'], ['b', '3']]);
  headers.append('A', 'x');
  console.log([...headers], headers.get('B'), headers.has('A'));
  try { headers.set('x', 'a\nb'); } catch (e) { console.log(e.name, e.message); }
  const clone = res.clone();
  console.log((await res.text()) === (await clone.text()));
  console.log(Response.json({ a: 1 }).headers.get('content-type'), Response.redirect('http://x/', 301).status, Response.error().type);
  try { new Response('x', { status: 204 }); } catch (e) { console.log(e.name, e.message); }
  server.close();
});
