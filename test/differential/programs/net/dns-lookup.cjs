const dns = require('node:dns');
const { promisify } = require('node:util');
(async () => {
  console.log(await promisify(dns.lookup)('localhost', { family: 4 }));
  console.log(await promisify(dns.lookup)('127.0.0.1'));
  console.log(await dns.promises.lookup('::1', { all: true }));
  await dns.promises.lookup('nothing.invalid').catch((e) => console.log(e.code, e.syscall, e.hostname, e.message));
  console.log(await dns.promises.lookupService('127.0.0.1', 80));
})();
