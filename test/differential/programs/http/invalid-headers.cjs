const http = require('http');
const attempt = (name, run) => {
  try {
    console.log(name, 'ok', run());
  } catch (error) {
    console.log(name, error.code, error.name, error.message);
  }
};
const message = new http.OutgoingMessage();
attempt('name', () => message.setHeader('a b', 'x'));
attempt('empty', () => message.setHeader('', 'x'));
attempt('value', () => message.setHeader('a', 'x\r\ny'));
attempt('unicode', () => message.setHeader('a', 'snow \u2603'));
attempt('latin', () => message.setHeader('a', 'gr\u00fc\u00df').getHeader('A'));
attempt('undefined', () => message.setHeader('a'));
attempt('append', () => message.appendHeader('a', ['b', 'c']).getHeader('a'));
attempt('remove', () => message.removeHeader('a') ?? message.hasHeader('a'));
attempt('path', () => http.request({ path: '/a b' }));
attempt('method', () => http.request({ method: 'G T' }));
attempt('protocol', () => http.request('ftp://x/'));
attempt('validate', () => [http.validateHeaderName('x-ok'), http.validateHeaderValue('x', 'ok')]);
attempt('validate value', () => http.validateHeaderValue('x', undefined));
