// Symbolic links that lead in circles, and chains at the limit of forty.
const fs = require('fs');
const t = (f) => { try { return f() ?? 'ok'; } catch (e) { return `${e.code} ${e.syscall}`; } };
fs.symlinkSync('b', 'a');
fs.symlinkSync('a', 'b');
fs.symlinkSync('self', 'self');
console.log(t(() => fs.statSync('a')), t(() => fs.readFileSync('self')), t(() => fs.realpathSync('a')), t(() => fs.realpathSync.native('a')), t(() => fs.mkdirSync('self')), t(() => fs.writeFileSync('a', '')), t(() => fs.readdirSync('self/x')), t(() => fs.accessSync('a')), t(() => fs.existsSync('a')));
console.log(fs.lstatSync('a').isSymbolicLink(), t(() => fs.unlinkSync('self')));
fs.writeFileSync('l0', 'end');
for (let i = 1; i <= 42; i++) fs.symlinkSync(`l${i - 1}`, `l${i}`);
console.log(t(() => fs.readFileSync('l40', 'utf8')), t(() => fs.readFileSync('l41', 'utf8')));
