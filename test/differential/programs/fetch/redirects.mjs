// Redirects: followed, counted, refused, by hand; methods and bodies on the way.
import http from 'node:http';
const server = http.createServer((req, res) => {
  const [, status, ...rest] = req.url.split('/');
  let body = '';
  req.on('data', (part) => { body += part; }).on('end', () => {
    if (/^3\d\d$/.test(status)) res.writeHead(Number(status), { location: `/${rest.join('/')}` }).end();
    else res.end(`${req.method} ${body} ${req.headers.authorization}`);
  });
}).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const show = async (path, options) => {
    try {
      const res = await fetch(base + path, options);
      console.log(path, res.status, res.redirected, res.url.replace(base, ''), res.type, await res.text());
    } catch (e) { console.log(path, e.name, e.message, e.cause?.message); }
  };
  const post = { method: 'POST', body: 'data', headers: { authorization: 'secret' } };
  for (const status of [301, 302, 303, 307, 308]) await show(`/${status}/end`, post);
  await show('/302/302/302/end');
  await show('/302/end', { redirect: 'manual' });
  await show('/302/end', { redirect: 'error' });
  await show(`/${'302/'.repeat(21)}end`);
  server.close();
});
