// Connections that cannot be: refused, wrong ports, unknown names, unix paths.
const net = require('node:net');
const t = (name, f) => { try { f(); console.log(name, 'no error'); } catch (e) { console.log(name, e.code, e.message); } };
t('port', () => net.connect(70000));
t('none', () => net.connect());
t('options', () => net.connect({ port: 'x' }));
t('lookup', () => net.connect({ port: 1, lookup: 5 }));
t('family', () => new net.Socket({ fd: -1 }));
t('listen', () => net.createServer().listen(-1));
t('listen options', () => net.createServer().listen({ path: 5 }));
const show = (name) => (e) => console.log(name, e.code, e.syscall, e.address, e.port, e.errors?.map((one) => one.code));
net.connect(1, '127.0.0.1').on('error', (e) => {
  show('refused')(e);
  net.connect('no.sock').on('error', (e) => {
    show('unix')(e);
    net.connect(1, 'name.invalid').on('error', (e) => console.log('name', e.code, e.hostname));
  });
});
