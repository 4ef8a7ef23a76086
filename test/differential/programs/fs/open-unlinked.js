// A file that was removed lives on while it is open; a directory's place does not.
const fs = require('fs');
fs.writeFileSync('f', 'still here');
const fd = fs.openSync('f', 'r+');
fs.unlinkSync('f');
console.log(fs.existsSync('f'), fs.fstatSync(fd).nlink, fs.readFileSync(fd, 'utf8'));
fs.writeSync(fd, '!', 0);
fs.writeFileSync('f', 'other');
const buf = Buffer.alloc(3);
fs.readSync(fd, buf, 0, 3, 0);
console.log(String(buf), fs.readFileSync('f', 'utf8'));
fs.closeSync(fd);
fs.mkdirSync('d');
process.chdir('d');
fs.rmdirSync('../d');
const t = (f) => { try { return f(); } catch (e) { return `${e.code} ${e.syscall}`; } };
console.log(t(() => fs.writeFileSync('x', '')), t(() => fs.readdirSync('.')), t(() => process.cwd()), t(() => fs.mkdirSync('y')), t(() => fs.statSync('.').nlink));
