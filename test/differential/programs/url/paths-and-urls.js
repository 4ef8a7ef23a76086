const path = require('path'),
  url = require('url');
for (const p of ['', '/', 'a', '/a/b/../c/./d.txt', '..', '../..', '//a//b', 'a/b/', '.bashrc', 'x.tar.gz', 'a.', '/.'])
  console.log(p, [path.normalize(p), path.dirname(p), path.basename(p), path.extname(p), path.isAbsolute(p)], path.parse(p), path.win32.normalize(p), path.win32.parse(p));
console.log(
  path.relative('/a/b/c', '/a/d'),
  path.relative('/a', '/a'),
  path.join('a', '..', '..', 'b'),
  path.resolve('/x', 'y', '../z'),
  path.format({ dir: '/d', name: 'n', ext: 'e' }),
  path.matchesGlob?.('a/b.js', '**/*.js'),
  path.win32.join('c:\\a', '..', 'b'),
  path.win32.relative('C:\\a', 'D:\\b'),
  path.posix.sep,
  path.toNamespacedPath('/a'),
);
try {
  path.join(1);
} catch (e) {
  console.log(e.message);
}
for (const u of [
  'http://user:pa%20ss@Ex%41mple.com:80/a/../b?x=1&y=2#h',
  'https://xn--mnchen-3ya.de/ü?ü=ü#ü',
  'file:///C:/x/../y',
  'mailto:a@b.c',
  'http://[::1]:3000/',
  'http://1.2.3/',
  'ftp://h:21/',
  'data:text/plain,hi',
  'http://a b/',
  '//x',
  'javascript:alert(1)',
  'http://h:99999/',
  'http://ex.com:443',
  'blob:http://a/b',
  'ws://h/%zz',
  'http://h/\\..\\x',
  'http://0x7f.1/',
  'http://ＧＯ.com',
])
  try {
    const x = new URL(u);
    console.log(x, x.href, x.origin);
  } catch (e) {
    console.log(u, e.code, e.message, e.input);
  }
console.log(URL.canParse('x', 'http://a'), URL.parse('nope'), new URL('../x?y', 'http://a/b/c/d').href);
const sp = new URLSearchParams('a=1&b=2&a=3&c=%20+&d');
console.log(sp, [...sp], sp.getAll('a'), sp.size, sp.has('a', '3'), sp.toString());
sp.sort();
sp.delete('a', '1');
sp.append('é', '✓');
console.log(String(sp), new URLSearchParams({ x: [1, 2], y: {} }).toString(), new URLSearchParams([['q', 'w']]));
try {
  new URLSearchParams([[1]]);
} catch (e) {
  console.log(e.code, e.message);
}
console.log(sp.keys(), sp.entries(), sp.values());
console.log(
  url.parse('http://u:p@h.com:8/p/a/t/h?query=string#hash'),
  url.parse('/a?b=c', true).query,
  url.format({ protocol: 'http', host: 'a.com', pathname: '/x', query: { a: [1, 2], b: '' } }),
  url.resolve('/one/two/three', 'four'),
  url.resolve('http://example.com/one', '/two'),
);
console.log(
  url.fileURLToPath('file:///a%20b/c'),
  url.pathToFileURL('/a b#?%').href,
  url.domainToASCII('español.com'),
  url.domainToUnicode('xn--espaol-zwa.com'),
  url.urlToHttpOptions(new URL('http://a:b@c/d?e#f')),
);
try {
  url.fileURLToPath('http://a');
} catch (e) {
  console.log(e.code, e.message);
}
try {
  url.fileURLToPath('file:///a%2fb');
} catch (e) {
  console.log(e.code, e.message);
}
try {
  url.parse(5);
} catch (e) {
  console.log(e.message);
}
const u = new URL('http://a.com/x');
u.port = '8080';
u.hash = 'z';
u.search = '?q=1';
u.pathname = '/ñ';
u.host = 'b.com:9';
u.protocol = 'https';
u.username = 'me';
console.log(u.href);
u.searchParams.set('q', '2 3');
console.log(u.search, u.toJSON());
const qs = require('querystring');
console.log(
  qs.parse('a=1&a=2&b=%zz&c&=d&e=f=g'),
  qs.stringify({ a: [1, 'x'], b: true, c: null, d: NaN, e: 'ü &', f: 10n }),
  qs.escape('a b&'),
  qs.unescape('%41%zz'),
  qs.parse('a:1;b:2', ';', ':'),
  qs.parse('a=1&b=2&c=3', null, null, { maxKeys: 2 }),
);
console.log(url.format(new URL('http://測試.com/a?b#c'), { unicode: true, fragment: false, search: false }));
