// Local names, literals, orders, and what the functions refuse.
const dns = require('node:dns');
const { promisify } = require('node:util');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.code, e.message); } };
t('type', () => dns.lookup(5, () => {}));
t('family', () => dns.lookup('x', { family: 5 }, () => {}));
t('callback', () => dns.lookup('x'));
t('order', () => dns.setDefaultResultOrder('random'));
t('servers', () => dns.setServers(['300.1.1.1']));
t('service', () => dns.lookupService('x', 1, () => {}));
t('port', () => dns.lookupService('127.0.0.1', 99999, () => {}));
t('resolve', () => dns.resolve('x', 'NOPE', () => {}));
t('reverse', () => dns.reverse('x', () => {}));
console.log(dns.getDefaultResultOrder(), dns.ADDRCONFIG, dns.NOTFOUND, dns.promises.NOTFOUND);
(async () => {
  const lookup = promisify(dns.lookup);
  console.log(await lookup('127.0.0.1'), await lookup('::1', { all: true }), await lookup('127.0.0.1', { family: 4, all: true }));
  console.log(await dns.promises.lookupService('127.0.0.1', 80));
  await dns.promises.lookup('x.invalid').catch((e) => console.log(e.code, e.syscall, e.hostname, e.message));
  const resolver = new dns.Resolver({ timeout: 100, tries: 1 });
  resolver.setServers(['127.0.0.1:1', '[::1]:53']);
  console.log(resolver.getServers());
  const busy = new dns.promises.Resolver();
  busy.setServers(['4.4.4.4', '[2001:4860:4860::8888]:1053']);
  console.log(busy.getServers());
})();
