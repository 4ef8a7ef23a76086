// Patterns of origins are addresses too.
const url = require('url');
for (const text of ['https://*', 'https://*.example.com:8080/a*b?c=*#*', 'http://u:p@*.x/', 'foo://*.bar/']) {
  const u = new URL(text);
  console.log(u.href, u.host, u.hostname, u.origin, u.port, u.pathname, u.search, u.hash, u.username);
  u.pathname = '/other';
  console.log(u.href, url.format(u, { fragment: false, auth: false }), url.domainToASCII(u.hostname), url.domainToUnicode(u.hostname));
}
console.log(url.parse('https://*/x').href, url.pathToFileURL('/a*b').href);
for (const path of ['\\\\?\\C:\\a', '\\\\host\\share\\f', 'C:\\a b', '/x:y']) {
  try {
    console.log(url.pathToFileURL(path, { windows: true }).href);
  } catch (error) {
    console.log(error.name, error.code, error.message);
  }
}
console.log(url.parse('x://0.0,1.1/').href, url.parse('http://1.2.3/').host, url.domainToASCII('1.2.3'), url.parse('http://EXAMPLE.com').hostname);
