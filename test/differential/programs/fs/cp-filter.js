// cp with filter, force, errorOnExist and a tree.
const fs = require('fs');
fs.mkdirSync('a/b/c', { recursive: true });
for (const p of ['a/1.txt', 'a/2.md', 'a/b/3.txt', 'a/b/c/4.md']) fs.writeFileSync(p, p);
fs.cpSync('a', 'out', { recursive: true, filter: (src) => !src.endsWith('.md') });
console.log(fs.readdirSync('out', { recursive: true }).sort());
fs.writeFileSync('out/1.txt', 'mine');
fs.cpSync('a', 'out', { recursive: true, force: false });
console.log(fs.readFileSync('out/1.txt', 'utf8'), fs.readdirSync('out', { recursive: true }).sort().join());
const t = (f) => { try { f(); return 'ok'; } catch (e) { return `${e.code} ${e.message}`; } };
console.log(t(() => fs.cpSync('a/1.txt', 'out/1.txt', { force: false, errorOnExist: true })));
console.log(t(() => fs.cpSync('a', 'plain')));
console.log(t(() => fs.cpSync('a', 'a/b/inside', { recursive: true })));
console.log(t(() => fs.cpSync('gone', 'x')));
console.log(t(() => fs.cpSync('a/1.txt', 'out/b')), t(() => fs.cpSync('a', 'out/1.txt', { recursive: true })));
