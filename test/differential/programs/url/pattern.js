const { URLPattern } = globalThis;
const t = (f) => { try { console.log(f()); } catch (e) { console.log(e.name, e.code, e.message); } };
const p = new URLPattern({ pathname: '/books/:id(\\\d+)/:rest*' });
console.log(p.test('http://x/books/5'), p.test('http://x/books/a'), p.exec('http://x/books/5/a/b')?.pathname.groups.rest, p.pathname, p.hasRegExpGroups);
t(() => new URLPattern('https://*.example.com/:x').exec('https://a.example.com/y').hostname.groups);
t(() => new URLPattern('/rel').test('/rel'));
t(() => new URLPattern('/rel', 'http://base').test('http://base/rel'));
t(() => new URLPattern({ pathname: '/(' }));
