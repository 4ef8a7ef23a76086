// chdir and cwd, with links and errors.
const fs = require('fs');
fs.mkdirSync('a/b', { recursive: true });
fs.symlinkSync('a/b', 'l');
const base = process.cwd();
process.chdir('a');
console.log(process.cwd().replace(base, '~'), process.chdir('b'), process.cwd().replace(base, '~'));
process.chdir('../..');
process.chdir('l');
console.log(process.cwd().replace(base, '~'));
process.chdir(base);
fs.renameSync('a', 'moved');
process.chdir('moved/b');
fs.renameSync('../../moved', '../../again');
console.log(process.cwd().replace(base, '~'));
for (const bad of ['gone', __filename, '']) try { process.chdir(bad); console.log('ok'); } catch (e) { console.log(e.code, e.message.replaceAll(base, '~')); }
