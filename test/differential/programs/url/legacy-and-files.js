const url = require('node:url');
console.log(url.fileURLToPath('file:///a/b%20c'), url.pathToFileURL('/x y/#é?%').href, url.domainToASCII('español.com'), url.domainToUnicode('xn--espaol-zwa.com'), url.domainToASCII('xn--iñvalid.com'));
for (const s of ['http://h', 'file://host/x', 'file:///a%2Fb']) { try { console.log(url.fileURLToPath(s)); } catch (e) { console.log(e.code, e.message); } }
console.log(url.urlToHttpOptions(new URL('https://a:b@xn--g6w251d/?q#h')));
console.log(url.format(new URL('https://測試.com/p?q=1#h'), { unicode: true, fragment: false, search: false }), url.format({ protocol: 'http', host: 'a.b', pathname: 'p', query: { x: 1 } }));
console.log(url.resolve('http://a.com/b/c', '../d'), url.resolve('/one/two', 'three'), url.pathToFileURL('rel').href.startsWith('file:///'));
console.log(new URLPattern({ pathname: '/books/:id' }).exec('https://x.com/books/12').pathname.groups.id);
const blobUrl = URL.createObjectURL(new Blob(['xyz']));
console.log(blobUrl.startsWith('blob:nodedata:'), require('node:buffer').resolveObjectURL(blobUrl).size);
