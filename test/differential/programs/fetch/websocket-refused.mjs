// WebSockets that cannot be opened.
import http from 'node:http';
const server = http.createServer((req, res) => { res.statusCode = 403; res.end('no'); }).listen(0, async () => {
  for (const url of [`ws://localhost:${server.address().port}/`, 'ws://127.0.0.1:1/']) {
    await new Promise((done) => {
      const ws = new WebSocket(url);
      ws.onerror = (event) => console.log('error', event.type, ws.readyState);
      ws.onclose = ({ code, wasClean, reason }) => { console.log('close', code, wasClean, reason, ws.readyState); done(); };
    });
  }
  server.close();
});
