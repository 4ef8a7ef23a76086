// realpath: links in the middle, relative and absolute, native and not, encodings.
const fs = require('fs');
fs.mkdirSync('a/b', { recursive: true });
fs.writeFileSync('a/b/f', '');
fs.symlinkSync('a', 'la');
fs.symlinkSync('../a/b', 'a/up');
fs.symlinkSync(process.cwd() + '/a/b/f', 'abs');
const cut = (p) => p.replace(process.cwd(), '~');
for (const p of ['la/b/f', 'a/up/f', 'abs', 'la/up/../b', '.', 'a/b/../../la', './/a//b/']) console.log(p, cut(fs.realpathSync(p)), cut(fs.realpathSync.native(p)));
console.log(Buffer.isBuffer(fs.realpathSync('a', 'buffer')), Buffer.isBuffer(fs.realpathSync.native('a', { encoding: 'buffer' })), fs.realpathSync('/'));
fs.realpath('la', (e, p) => console.log(e, cut(p)));
fs.realpath.native('gone', (e) => console.log(e.message));
fs.promises.realpath('la/up').then((p) => console.log(cut(p)));
