// What sockets refuse, and how they say so.
const dgram = require('node:dgram');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.code, e.message); } };
t('type', () => dgram.createSocket('udp5'));
const socket = dgram.createSocket('udp4');
t('port', () => socket.send('x', 99999));
t('message', () => socket.send(5, 1));
t('offset', () => socket.send(Buffer.from('abc'), 5, 1, 1));
t('address', () => socket.address());
t('ttl', () => socket.setTTL(5));
t('ttl type', () => socket.setTTL('x'));
t('buffer', () => socket.getRecvBufferSize());
socket.bind(0, () => {
  t('again', () => socket.bind(0));
  t('ttl', () => socket.setTTL(1000));
  t('multicast', () => socket.setMulticastTTL(256));
  t('membership', () => socket.addMembership('127.0.0.1'));
  t('membership', () => socket.addMembership());
  t('drop', () => socket.dropMembership('224.0.0.99'));
  t('remote', () => socket.remoteAddress());
  const { port } = socket.address();
  const other = dgram.createSocket('udp4');
  other.on('error', (e) => {
    console.log(e.code, e.syscall, e.message.replace(String(port), 'PORT'));
    other.close();
    t('closed', () => other.close());
    socket.close(() => t('closed', () => socket.send('x', 1)));
  });
  other.bind(port);
});
