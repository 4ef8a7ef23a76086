// Given up: before, while waiting, while reading; by a time limit.
import http from 'node:http';
const server = http.createServer((req, res) => { if (req.url === '/body') res.write('start'); }).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const show = (promise) => promise.then(() => console.log('no error'), (e) => console.log(e.name, e.message, e.code));
  await show(fetch(base, { signal: AbortSignal.abort() }));
  await show(fetch(base, { signal: AbortSignal.abort(new Error('mine')) }));
  const controller = new AbortController();
  setTimeout(() => controller.abort(), 20);
  await show(fetch(base, { signal: controller.signal }));
  await show(fetch(base, { signal: AbortSignal.timeout(20) }));
  const reading = new AbortController();
  const res = await fetch(`${base}/body`, { signal: reading.signal });
  setTimeout(() => reading.abort(), 20);
  await show(res.text());
  server.closeAllConnections();
  server.close();
});
