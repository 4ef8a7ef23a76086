// Server-sent events with the flag that brings the global.
// node: --experimental-eventsource
import http from 'node:http';
let connections = 0;
const server = http.createServer((req, res) => {
  connections++;
  console.log('server', req.headers.accept, req.headers['last-event-id']);
  res.writeHead(200, { 'content-type': 'text/event-stream' });
  res.write('retry: 20\n\n: comment\ndata: one\n\nevent: named\nid: 7\ndata: two\ndata: lines\n\n');
  if (connections === 1) setTimeout(() => res.end(), 20);
}).listen(0, () => {
  const source = new EventSource(`http://localhost:${server.address().port}/`);
  console.log(source.readyState, source.withCredentials);
  source.onopen = () => console.log('open', source.readyState);
  source.onmessage = (event) => console.log('message', event.data, event.lastEventId);
  source.onerror = () => console.log('error', source.readyState);
  source.addEventListener('named', (event) => {
    console.log(event.type, JSON.stringify(event.data), event.lastEventId);
    if (connections === 2) { source.close(); console.log(source.readyState); server.closeAllConnections(); server.close(); }
  });
});
