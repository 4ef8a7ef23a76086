// validateHeaderName and validateHeaderValue, and what Agent and Server options refuse.
const http = require('node:http');
const t = (name, f) => { try { console.log(name, f()); } catch (e) { console.log(name, e.name, e.code, e.message); } };
t('name', () => http.validateHeaderName('x-ok'));
t('name bad', () => http.validateHeaderName('x ok'));
t('name label', () => http.validateHeaderName('', 'Field'));
t('value', () => http.validateHeaderValue('x', 'ok\tthere'));
t('value bad', () => http.validateHeaderValue('x', 'b\u0000d'));
t('value wide', () => http.validateHeaderValue('x', 'žluť'));
t('value undefined', () => http.validateHeaderValue('x', undefined));
t('parsers', () => http.setMaxIdleHTTPParsers(-1));
t('scheduling', () => new http.Agent({ scheduling: 'random' }));
t('sockets', () => new http.Agent({ maxTotalSockets: -1 }));
t('agent', () => http.request({ agent: 5 }));
t('protocol', () => http.request('ftp://x'));
t('url', () => http.request('nonsense'));
t('timeout', () => http.createServer({ requestTimeout: 5, headersTimeout: 10 }));
t('insecure', () => http.request({ insecureHTTPParser: 5 }));
t('outgoing', () => new http.OutgoingMessage().write('x'));
