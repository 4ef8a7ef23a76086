// mkdir -p: what it returns, what stands in its way, modes.
const fs = require('fs');
const t = (f) => { try { return f(); } catch (e) { return e.message; } };
console.log(fs.mkdirSync('a/b/c', { recursive: true }).replace(process.cwd(), '.'), fs.mkdirSync('a/b/c', { recursive: true }), fs.mkdirSync('a/b/d', { recursive: true }).replace(process.cwd(), '.'));
fs.writeFileSync('a/file', '');
console.log(t(() => fs.mkdirSync('a/file', { recursive: true })), t(() => fs.mkdirSync('a/file/x', { recursive: true })), t(() => fs.mkdirSync('a')), t(() => fs.mkdirSync('q/r')), t(() => fs.mkdirSync('')), t(() => fs.mkdirSync('.')), t(() => fs.mkdirSync('/')));
fs.mkdirSync('m', 0o700);
fs.mkdirSync('m2', { mode: '0711' });
console.log((fs.statSync('m').mode & 0o777).toString(8), (fs.statSync('m2').mode & 0o777).toString(8));
fs.mkdir('x/y', { recursive: true }, (e, made) => console.log(e, made.replace(process.cwd(), '.')));
console.log(t(() => fs.mkdirSync('z', { recursive: 'yes' })));
