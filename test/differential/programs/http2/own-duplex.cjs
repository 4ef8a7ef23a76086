// Sessions over streams of the program's own keep no process alive: nothing here is closed, and a write that never ends does not hold it either.
const http2 = require('node:http2');
const { Duplex, duplexPair } = require('node:stream');

const [near, far] = duplexPair();
const session = http2.performServerHandshake(far);
session.on('stream', (stream, headers) => {
  stream.respond({ ':status': 200, 'x-path': headers[':path'] });
  stream.end('hi');
});
const client = http2.connect('http://localhost:80', { createConnection: () => near });
const req = client.request({ ':path': '/test' });
req.on('response', (headers) => console.log(headers[':status'], headers['x-path']));
req.setEncoding('utf8').on('data', (text) => console.log(text));
req.on('end', () => {
  console.log('end');
  near.destroy();
});
client.on('error', (e) => console.log('client', e.code));
session.on('error', (e) => console.log('server', e.code));

const deaf = new Duplex({ read() {}, write() { console.log('settings written'); } });
http2.performServerHandshake(deaf);
try { http2.performServerHandshake(deaf); } catch (e) { console.log(e.code); }
process.on('exit', (code) => console.log('exit', code));
