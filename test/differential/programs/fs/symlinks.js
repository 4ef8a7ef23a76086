// Symbolic links: relative to their folder, dangling, to folders, replaced, long and odd targets.
const fs = require('fs');
fs.mkdirSync('d');
fs.writeFileSync('d/f', 'in d');
fs.writeFileSync('f', 'top');
fs.symlinkSync('f', 'd/rel');
fs.symlinkSync('../f', 'd/up');
fs.symlinkSync('d', 'dirlink');
console.log(fs.readFileSync('d/rel', 'utf8'), fs.readFileSync('d/up', 'utf8'), fs.readFileSync('dirlink/f', 'utf8'), fs.readdirSync('dirlink'));
fs.symlinkSync('not yet', 'later');
console.log(fs.existsSync('later'));
fs.writeFileSync('later', 'made through it');
console.log(fs.readFileSync('not yet', 'utf8'));
const t = (f) => { try { return f(); } catch (e) { return e.message; } };
console.log(t(() => fs.symlinkSync('x', 'later')), t(() => fs.readlinkSync('f')), t(() => fs.readlinkSync('gone')), t(() => fs.symlinkSync('', 'e')), t(() => fs.symlinkSync('x', 'y', 'weird')));
fs.unlinkSync('dirlink');
console.log(fs.existsSync('d/f'), fs.readlinkSync('later', 'hex'), fs.lstatSync('later').size);
fs.symlinkSync('d/', 'slash');
console.log(fs.readlinkSync('slash'), fs.statSync('slash').isDirectory(), fs.lstatSync('slash/').isDirectory());
