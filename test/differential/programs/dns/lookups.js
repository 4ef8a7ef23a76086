const dns = require('dns');
const l = console.log;
dns.lookup('localhost', { all: true, family: 4 }, (e, a) => l(e, a));
dns.lookup('127.0.0.1', (e, a, f) => l(e, a, f));
dns.promises.lookup('::1').then(l);
dns.lookup('nope.invalid', (e) => l(e.code, e.syscall, e.hostname, e.message));
try {
  dns.lookup(5, () => {});
} catch (e) {
  l(e.code);
}
dns.lookup('', (e, a, f) => l(e, a, f));
l(dns.getDefaultResultOrder(), dns.setDefaultResultOrder('ipv4first'), dns.ADDRCONFIG);
try {
  dns.setServers(['x']);
} catch (e) {
  l(e.code);
}
dns.lookupService('127.0.0.1', 80, (e, h, s) => l(e?.code, typeof h, s));
