import { createServer } from 'node:http';
import { once } from 'node:events';
import { Readable } from 'node:stream';

const server = createServer(async (request, response) => {
  const form = await new Response(Readable.toWeb(request), { headers: { 'content-type': request.headers['content-type'] } }).formData();
  const seen = [];
  for (const [name, value] of form) seen.push(typeof value === 'string' ? [name, value] : [name, value.name, value.type, [...new Uint8Array(await value.arrayBuffer())]]);
  response.end(JSON.stringify(seen));
}).listen(0);
await once(server, 'listening');
const url = `http://localhost:${server.address().port}/`;
const form = new FormData();
form.append('text', 'grüße & more');
form.append('file', new Blob([new Uint8Array([0, 255, 13, 10])], { type: 'application/x-bytes' }), 'a "b".bin');
console.log(await (await fetch(url, { method: 'POST', body: form })).json());
console.log(await (await fetch(url, { method: 'PUT', body: new URLSearchParams({ a: '1 2', b: 'ü' }) })).json());
server.close();
