// Recursive listings: order, kinds, links not followed.
const fs = require('fs');
for (const p of ['t/b/c', 't/a', 't/z/y']) fs.mkdirSync(p, { recursive: true });
for (const p of ['t/1', 't/b/2', 't/b/c/3', 't/z/y/4']) fs.writeFileSync(p, '');
fs.symlinkSync('../b', 't/a/link');
console.log(fs.readdirSync('t', { recursive: true }));
console.log(fs.readdirSync('t', { recursive: true, withFileTypes: true }).map((e) => `${e.parentPath}/${e.name}${e.isSymbolicLink() ? '@' : ''}`));
fs.readdir('t', { recursive: true }, (e, names) => console.log(names));
fs.promises.readdir('t', { recursive: true }).then((names) => console.log(names));
console.log(fs.readdirSync('t/z', { recursive: true, encoding: 'buffer' }).map((b) => String(b)));
