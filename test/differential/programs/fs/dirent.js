// Dirents of every kind, with their parent path, sync and by promise.
const fs = require('fs');
fs.mkdirSync('d/sub', { recursive: true });
fs.writeFileSync('d/file', '');
fs.symlinkSync('file', 'd/link');
const show = (e) => [e.name, e.parentPath, e.isFile(), e.isDirectory(), e.isSymbolicLink(), e.isFIFO(), e.isSocket(), e.isBlockDevice(), e.isCharacterDevice()].join(' ');
console.log(fs.readdirSync('d', { withFileTypes: true }).map(show));
console.log(fs.readdirSync('d', { withFileTypes: true })[0]);
fs.writeFileSync('d/sub/deep', '');
fs.promises.readdir('.', { withFileTypes: true, recursive: true }).then((all) => console.log(all.map((e) => `${e.parentPath}/${e.name}`).filter((p) => !p.includes('.js')).sort()));
