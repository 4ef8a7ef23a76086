// A missing callback and wrong arguments are refused before anything happens.
const fs = require('fs');
const t = (f) => { try { f(); return 'ok'; } catch (e) { return `${e.name} ${e.code} ${e.message}`; } };
for (const name of ['stat', 'readFile', 'writeFile', 'rename', 'readdir', 'mkdir', 'unlink', 'open', 'read', 'write', 'truncate', 'utimes', 'chmod', 'link', 'symlink', 'readlink', 'realpath', 'rmdir', 'access', 'copyFile', 'cp', 'opendir', 'lstat', 'mkdtemp']) {
  console.log(name, t(() => fs[name]('x')).split('\n')[0]);
}
console.log(t(() => fs.stat(5, () => {})), t(() => fs.readFileSync(null)), t(() => fs.openSync('a\0b')), t(() => fs.closeSync('1')));
