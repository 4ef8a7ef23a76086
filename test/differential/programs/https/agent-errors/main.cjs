// https without TLS behind it, and http into TLS; options of URL and agent together.
const https = require('node:https');
const { readFileSync } = require('node:fs');
const http = require('node:http');
const plain = http.createServer((req, res) => res.end('plain'));
plain.on('clientError', (e, socket) => { console.log('plain server', e.code); socket.destroy(); });
const secure = https.createServer({ key: readFileSync('server.key'), cert: readFileSync('server.crt') });
secure.on('tlsClientError', (e) => console.log('secure server', e.code));
plain.listen(0, () => secure.listen(0, () => {
  https.get({ port: plain.address().port, host: 'localhost' }).on('error', (e) => {
    console.log('client', e.code);
    http.get({ port: secure.address().port, host: 'localhost' }).on('error', (e) => { console.log('client', e.code, e.message); plain.close(); secure.close(); });
  });
}));
try { https.get('http://localhost/'); } catch (e) { console.log(e.code, e.message); }
try { http.get('https://localhost/'); } catch (e) { console.log(e.code, e.message); }
console.log(https.globalAgent.protocol, https.globalAgent.defaultPort, new https.Agent().getName({ host: 'a', port: 1, ca: 'x', servername: 'b' }));
