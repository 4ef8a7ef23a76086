// Thirty at once, and connections that are used again.
import http from 'node:http';
const ports = new Set();
const server = http.createServer((req, res) => { ports.add(req.socket.remotePort); setTimeout(() => res.end(req.url), 5); }).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const all = await Promise.all(Array.from({ length: 30 }, (_, i) => fetch(`${base}/${i}`).then((r) => r.text())));
  console.log(all.length, all[29], new Set(all).size);
  const before = ports.size;
  for (let i = 0; i < 5; i++) await (await fetch(`${base}/again`)).text();
  console.log(ports.size === before);
  process.exit();
});
