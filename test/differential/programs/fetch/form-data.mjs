// Forms with files, both ways.
import http from 'node:http';
const server = http.createServer((req, res) => {
  const parts = [];
  req.on('data', (part) => parts.push(part)).on('end', () => {
    const boundary = /boundary=(.*)$/.exec(req.headers['content-type'])[1];
    if (req.url === '/back') { res.setHeader('content-type', req.headers['content-type']); res.end(Buffer.concat(parts)); return; }
    res.end(Buffer.concat(parts).toString().replaceAll(boundary, 'B'));
  });
}).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  const form = new FormData();
  form.append('a', '1');
  form.append('a', 'zwölf "quoted"');
  form.append('file', new File(['content'], 'näme.txt', { type: 'text/plain' }));
  form.append('blob', new Blob(['b']), 'other');
  console.log(JSON.stringify(await (await fetch(`${base}/show`, { method: 'POST', body: form })).text()));
  const back = await (await fetch(`${base}/back`, { method: 'POST', body: form })).formData();
  for (const [name, value] of back) console.log(name, typeof value === 'string' ? value : [value.name, value.type, value.size, await value.text()]);
  const res = new Response('a=1&b=%20x', { headers: { 'content-type': 'application/x-www-form-urlencoded' } });
  console.log([...(await res.formData())]);
  await new Response('x', { headers: { 'content-type': 'text/plain' } }).formData().catch((e) => console.log(e.name, e.message));
  server.close();
});
