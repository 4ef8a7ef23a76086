// HTTP/2 over a pair of streams, and inside a stream of another HTTP/2 connection.
const http2 = require('node:http2');
const { duplexPair } = require('node:stream');
const [a, b] = duplexPair();
const server = http2.createServer((req, res) => res.end(`inner ${req.url}`));
server.emit('connection', a);
const client = http2.connect('http://localhost', { createConnection: () => b });
const req = client.request({ ':path': '/x' });
req.setEncoding('utf8').on('data', (text) => console.log(text)).on('end', () => { client.close(); server.close(); console.log('end'); });
