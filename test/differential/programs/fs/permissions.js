// What mode bits refuse, unless one is root.
const fs = require('fs');
const root = process.getuid() === 0;
const t = (f) => { if (root) return 'EACCES'; try { f(); return 'ok'; } catch (e) { return e.code; } };
fs.writeFileSync('f', 'x');
fs.mkdirSync('d/in', { recursive: true });
fs.chmodSync('f', 0o200);
console.log(t(() => fs.readFileSync('f')), t(() => fs.openSync('f', 'r+')), t(() => fs.accessSync('f', fs.constants.R_OK)));
fs.chmodSync('f', 0o400);
console.log(t(() => fs.writeFileSync('f', 'y')), t(() => fs.truncateSync('f')));
fs.chmodSync('d', 0o500);
console.log(t(() => fs.writeFileSync('d/new', '')), t(() => fs.mkdirSync('d/m')), t(() => fs.rmdirSync('d/in')), t(() => fs.renameSync('d/in', 'd/out')), t(() => fs.symlinkSync('x', 'd/l')));
fs.chmodSync('d', 0o300);
console.log(t(() => fs.readdirSync('d')), fs.existsSync('d/in'));
fs.chmodSync('d', 0o600);
console.log(t(() => fs.statSync('d/in')), root ? false : fs.existsSync('d/in'));
fs.chmodSync('d', 0o700);
