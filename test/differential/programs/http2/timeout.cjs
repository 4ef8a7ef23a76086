// Timeouts of streams and sessions, and a request that is given up by a signal.
const http2 = require('node:http2');
const server = http2.createServer();
server.on('stream', (stream) => stream.on('error', () => {}));
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  const req = client.request();
  req.setTimeout(50, () => {
    console.log('timed out');
    const controller = new AbortController();
    const other = client.request({}, { signal: controller.signal });
    other.on('error', (e) => console.log(e.name, e.code));
    other.on('close', () => {
      console.log('aborted', other.rstCode);
      client.destroy(new Error('enough'));
    });
    setTimeout(() => controller.abort(), 20);
  });
  req.on('error', (e) => console.log('first', e.message));
  client.on('error', (e) => console.log('session', e.message));
  client.on('close', () => server.close(() => console.log('done')));
});
