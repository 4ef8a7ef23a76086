// Both families of a name are tried; addresses by functions of the program's own.
const net = require('node:net');
console.log(net.getDefaultAutoSelectFamily(), net.isIP('::1'), net.isIPv4('1.2.3'), net.isIPv6('::ffff:1.2.3.4'));
const server = net.createServer((socket) => socket.end());
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const client = net.connect({ port, host: 'both.example', autoSelectFamily: true, lookup: (name, options, done) => { console.log(name, options.all); done(null, [{ address: '::1', family: 6 }, { address: '127.0.0.1', family: 4 }]); } });
  client.on('connectionAttempt', (ip, to, family) => console.log('attempt', ip, to === port, family));
  client.on('connectionAttemptFailed', (ip, to, family, e) => console.log('failed', ip, e.code));
  client.on('lookup', (e, address, family, host) => console.log('lookup', e, address, family, host));
  client.on('connect', () => console.log('connected', client.remoteAddress, client.autoSelectFamilyAttemptedAddresses.map((a) => a.replace(String(port), 'PORT'))));
  client.resume().on('close', () => {
    const none = net.connect({ port: 1, host: 'x', autoSelectFamily: true, lookup: (name, options, done) => done(null, [{ address: '127.0.0.1', family: 4 }, { address: '::1', family: 6 }]) });
    none.on('error', (e) => { console.log(e.name, e.code, e.errors.map((one) => one.message)); server.close(); });
  });
});
