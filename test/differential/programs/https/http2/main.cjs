// HTTP/2 over TLS, and a server that speaks both.
const https = require('node:https');
const { readFileSync } = require('node:fs');
const http2 = require('node:http2');
const ca = readFileSync('ca.crt');
const server = http2.createSecureServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt'), allowHTTP1: true }, (req, res) => {
  res.end(`${req.httpVersion} ${req.url} ${req.socket.alpnProtocol ?? req.stream.session.alpnProtocol}`);
});
server.listen(0, () => {
  const { port } = server.address();
  const client = http2.connect(`https://localhost:${port}`, { ca });
  client.on('connect', () => console.log(client.alpnProtocol, client.encrypted, client.originSet.length));
  const req = client.request({ ':path': '/two' });
  let text = '';
  req.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
    console.log(text);
    client.close();
    https.get({ port, host: 'localhost', path: '/one', ca }, (res) => {
      console.log(res.statusCode, res.httpVersion);
      res.setEncoding('utf8').on('data', (part) => console.log(part)).on('end', () => server.close());
    });
  });
});
