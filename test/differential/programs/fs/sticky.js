// The sticky bit is kept on folders; setuid and setgid bits on files are shown.
const fs = require('fs');
fs.mkdirSync('d');
fs.chmodSync('d', 0o1777);
console.log((fs.statSync('d').mode & 0o7777).toString(8));
fs.writeFileSync('d/f', '');
fs.renameSync('d/f', 'd/g');
fs.unlinkSync('d/g');
fs.rmdirSync('d');
console.log(fs.existsSync('d'));
