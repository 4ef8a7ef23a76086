// Bodies as streams: read part by part, sent part by part, teed, cancelled.
import http from 'node:http';
const server = http.createServer((req, res) => {
  if (req.url === '/echo') { res.setHeader('x-coding', req.headers['transfer-encoding'] ?? 'none'); req.pipe(res); return; }
  let n = 0;
  res.on('close', () => console.log('server closed', res.writableFinished));
  const timer = setInterval(() => { if (req.url === '/three' && n === 3) { clearInterval(timer); res.end(); } else res.write(`part${n++} `); }, 10);
  res.on('close', () => clearInterval(timer));
}).listen(0, async () => {
  const base = `http://localhost:${server.address().port}`;
  let text = '';
  for await (const part of (await fetch(`${base}/three`)).body.pipeThrough(new TextDecoderStream())) text += part;
  console.log(text);
  const body = new ReadableStream({ async start(c) { for (const word of ['a', 'b', 'c']) { c.enqueue(new TextEncoder().encode(word)); await new Promise((done) => setTimeout(done, 5)); } c.close(); } });
  const echo = await fetch(`${base}/echo`, { method: 'POST', body, duplex: 'half' });
  console.log(echo.headers.get('x-coding'), await echo.text());
  const [one, two] = (await fetch(`${base}/three`)).body.tee();
  console.log(await new Response(one).text(), (await new Response(two).arrayBuffer()).byteLength);
  const reader = (await fetch(`${base}/endless`)).body.getReader();
  console.log((await reader.read()).value.length > 0);
  await reader.cancel('enough');
  await fetch(`${base}/echo`, { method: 'POST', body: new ReadableStream() }).catch((e) => console.log(e.name, e.message));
  setTimeout(() => { server.closeAllConnections(); server.close(); }, 50);
});
