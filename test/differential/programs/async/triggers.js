// What triggers the handles and requests of connections.
console.log('begin');
const { createHook } = require('async_hooks');
const net = require('net'), dgram = require('dgram');
const ids = new Map(); const lines = []; const count = {};
createHook({ init(id, type, trigger) { if (!/^(TCP|PIPE|SHUTDOWN|UDP|GETADDR)/.test(type)) return; count[type] = (count[type] ?? 0) + 1; ids.set(id, `${type}:${count[type]}`); lines.push(`${ids.get(id)} by ${ids.get(trigger) ?? '-'}`); } }).enable();
const done = (kind) => { console.log(kind, lines.splice(0).sort().join('\n')); };
const server = net.createServer((c) => { c.end('bye'); }).listen(0, () => {
  net.connect(server.address().port).resume().on('close', () => server.close(() => { done('tcp');
  const s2 = net.createServer((c) => { c.end('bye'); }).listen('/tmp/ah.sock', () => {
    net.connect('/tmp/ah.sock').resume().on('close', () => s2.close(() => { done('pipe');
      const u = dgram.createSocket('udp4').bind(0, () => u.send('x', u.address().port, () => {})).on('message', () => { u.close(); done('udp'); });
    }));
  });
  }));
});
