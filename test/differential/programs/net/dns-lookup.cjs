const dns = require('node:dns');
dns.lookup('localhost', { family: 4 }, (e, address, family) => console.log(e, address, family));
dns.lookup('127.0.0.1', (e, address, family) => console.log(e, address, family));
dns.lookup('::1', { all: true }, (e, list) => console.log(e, list));
dns.promises.lookup('nothing.invalid').catch((e) => console.log(e.code, e.syscall, e.hostname, e.message));
dns.lookupService('127.0.0.1', 80, (e, host, service) => console.log(e, host, service));
