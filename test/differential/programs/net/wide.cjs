const net = require('net');
const l = console.log;
l(net.isIP('::1'), net.isIPv4('1.2.3.4'), net.isIP('x'), Object.keys(net).sort().join());
const t = (n, f) => {
  try {
    l(n, f());
  } catch (e) {
    l(n, 'THROWS', e.name, e.code, e.message);
  }
};
t('port', () => net.connect(99999));
t('port2', () => net.createServer().listen(-1));
t('args', () => net.connect({}));
t('host', () => net.connect({ port: 1, host: 5 }));
const s = net.createServer({ allowHalfOpen: false }, (c) => {
  l('conn', c.remoteFamily, c.localPort === s.address().port, c.readyState, c.pending);
  c.setEncoding('utf8');
  c.on('data', (d) => {
    c.write(d.toUpperCase());
    if (d === 'bye') c.end();
  });
  c.on('close', (h) => l('sclose', h, c.bytesRead, c.bytesWritten));
});
s.listen(0, '127.0.0.1', () => {
  l(s.listening, s.address().family, s.maxConnections);
  s.getConnections((e, n) => l('n', n));
  const c = net.connect(s.address().port, '127.0.0.1');
  l(c.connecting, c.readyState, c.pending);
  c.setNoDelay().setKeepAlive(true, 5).setTimeout(5000);
  c.on('lookup', (...a) => l('lookup', a));
  c.on('connect', () => {
    l('connect', c.readyState, c.remotePort === s.address().port, c.address().family);
    c.write('hi');
  });
  c.on('ready', () => l('ready'));
  c.on('data', (d) => {
    l(String(d));
    if (String(d) === 'HI') c.write('bye');
  });
  c.on('end', () => l('end', c.readyState));
  c.on('close', (h) => {
    l('close', h, c.destroyed, c.readyState, c.bytesRead, c.bytesWritten);
    s.close(() => {
      l('closed');
      s.close((e) => l(e.code));
      refused();
    });
  });
});
function refused() {
  const c = net.connect(1, '127.0.0.1');
  c.on('error', (e) => l(e.code, e.syscall, e.address, e.port, e.message));
  c.on('close', (h) => l('c', h));
}
