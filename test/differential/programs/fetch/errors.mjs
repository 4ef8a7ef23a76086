// What cannot be fetched, and why.
import http from 'node:http';
import net from 'node:net';
const show = (name, promise) => promise.then((r) => console.log(name, r.status), (e) => console.log(name, e.name, e.message, '|', e.cause?.code, e.cause?.name));
await show('refused', fetch('http://127.0.0.1:1/'));
await show('scheme', fetch('ftp://localhost/'));
await show('relative', fetch('/x'));
await show('credentials', fetch('http://a:b@localhost:1/'));
await show('GET body', fetch('http://localhost:1/', { body: 'x' }));
await show('method', fetch('http://localhost:1/', { method: 'TRACE' }));
await show('header', fetch('http://localhost:1/', { headers: { 'a b': 'c' } }));
await show('data', fetch('data:text/plain,hello%20there'));
await show('about', fetch('about:blank'));
await show('name', fetch('http://name.invalid/'));
const broken = net.createServer((socket) => { socket.on('error', () => {}); socket.once('data', () => socket.end('nonsense\r\n\r\n')); }).listen(0, async () => {
  await show('nonsense', fetch(`http://127.0.0.1:${broken.address().port}/`));
  broken.close();
  const cut = http.createServer((req, res) => { res.writeHead(200, { 'content-length': 10 }); res.write('half'); setTimeout(() => res.destroy(), 20); }).listen(0, async () => {
    const res = await fetch(`http://127.0.0.1:${cut.address().port}/`);
    await show('cut', res.text());
    cut.close();
  });
});
