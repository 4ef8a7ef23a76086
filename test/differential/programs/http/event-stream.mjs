import { createServer } from 'node:http';
import { once } from 'node:events';

const server = createServer((request, response) => {
  response.writeHead(200, { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-cache' });
  let n = 0;
  const timer = setInterval(() => response.write(`id: ${n}\ndata: tick ${n++}\n\n`), 5);
  request.on('close', () => {
    clearInterval(timer);
    console.log('the client went away', response.writableEnded, request.destroyed);
    server.close();
  });
}).listen(0);
await once(server, 'listening');
const stop = new AbortController();
const response = await fetch(`http://localhost:${server.address().port}`, { signal: stop.signal });
console.log(response.status, response.headers.get('content-type'));
let text = '';
try {
  for await (const chunk of response.body) {
    text += Buffer.from(chunk);
    if (text.split('\n\n').length > 3) stop.abort();
  }
} catch (error) {
  console.log(error.name);
}
console.log(text.split('\n\n').slice(0, 3));
