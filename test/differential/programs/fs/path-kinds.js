// Paths as strings, Buffers and URLs; what is refused and why.
const fs = require('fs');
const { pathToFileURL } = require('url');
fs.writeFileSync(Buffer.from('bü€'), 'x');
console.log(fs.readFileSync('bü€', 'utf8'), fs.readFileSync(pathToFileURL('bü€'), 'utf8'), fs.readFileSync(Buffer.from('bü€'), 'utf8'));
console.log(fs.readdirSync(Buffer.from('.')).includes('bü€'), fs.realpathSync(Buffer.from('bü€')).endsWith('bü€'));
const t = (f) => { try { return f(); } catch (e) { return `${e.code} ${e.message}`; } };
for (const bad of [new URL('http://x/y'), new URL('file://host/x'), new URL('file:///a%2fb'), 'a\0b', Buffer.from('a\0b'), 1, true, [], undefined]) console.log(t(() => fs.statSync(bad)));
console.log(t(() => fs.statSync(new String('x'))));
