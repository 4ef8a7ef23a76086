// existsSync never throws; its odd arguments are false, with a warning on some.
const fs = require('fs');
console.log(fs.existsSync('.'), fs.existsSync(''), fs.existsSync('a\0'), fs.existsSync(new URL('file:///tmp')), fs.existsSync(Buffer.from('.')));
fs.symlinkSync('gone', 'dangling');
console.log(fs.existsSync('dangling'), fs.lstatSync('dangling').isSymbolicLink());
for (const bad of [undefined, 5, {}, null]) console.log(fs.existsSync(bad));
