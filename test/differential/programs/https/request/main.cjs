// Requests over https: authorised, refused, with an agent that keeps connections.
const https = require('node:https');
const { readFileSync } = require('node:fs');
const server = https.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') }, (req, res) => { res.setHeader('x-path', req.url); res.end(`${req.method} ${req.socket.encrypted}`); });
server.on('tlsClientError', () => {});
const ca = readFileSync('ca.crt');
const get = (options) => new Promise((done) => {
  https.get({ port: server.address().port, host: 'localhost', ...options }, (res) => {
    let text = '';
    res.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => done([res.statusCode, res.headers['x-path'], text]));
  }).on('error', (e) => done([e.code, e.message]));
});
server.listen(0, async () => {
  console.log(await get({ ca, path: '/a' }));
  console.log(await get({ path: '/b' }));
  console.log(await get({ rejectUnauthorized: false, path: '/c' }));
  const agent = new https.Agent({ keepAlive: true, maxSockets: 1, ca });
  console.log(await get({ agent, path: '/1' }), await get({ agent, path: '/2' }));
  console.log(Object.keys(agent.freeSockets).length, Object.keys(agent.sockets).length);
  agent.destroy();
  server.close();
});
