// What the interface refuses.
const http2 = require('node:http2');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.code, e.message); } };
t('unpack', () => http2.getUnpackedSettings(Buffer.alloc(5)));
t('pack', () => http2.getPackedSettings({ maxFrameSize: 1 }));
t('pack2', () => http2.getPackedSettings({ enablePush: 1 }));
t('connect', () => http2.connect('ftp://localhost'));
const server = http2.createServer((req, res) => {
  t('status', () => { res.statusCode = 101; });
  t('pseudo', () => res.setHeader(':path', 'x'));
  t('connection', () => res.setHeader('connection', 'close'));
  t('value', () => res.setHeader('x', undefined));
  res.end();
  t('late', () => res.setHeader('x', 'y'));
  t('again', () => res.writeHead(200));
});
server.listen(0, () => {
  const client = http2.connect(`http://localhost:${server.address().port}`);
  t('header', () => client.request({ ':bad': 'x' }));
  t('connection', () => client.request({ connection: 'keep-alive' }));
  t('socket', () => client.socket.end());
  t('CONNECT', () => client.request({ ':method': 'CONNECT', ':path': '/' }));
  const req = client.request();
  t('trailers', () => req.sendTrailers({}));
  t('stream 0', () => client.setLocalWindowSize(-1));
  req.resume();
  req.on('close', () => {
    client.close();
    client.on('close', () => { t('closed', () => client.request()); server.close(); });
    t('closing', () => client.request().on('error', (e) => console.log('request', e.code)));
  });
});
