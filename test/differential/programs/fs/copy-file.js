// copyFile: contents, mode, flags, and every refusal.
const fs = require('fs');
const t = (f) => { try { return f() ?? 'ok'; } catch (e) { return e.message; } };
fs.writeFileSync('src', 'data', { mode: 0o640 });
fs.copyFileSync('src', 'dst');
console.log(fs.readFileSync('dst', 'utf8'), (fs.statSync('dst').mode & 0o777).toString(8));
fs.writeFileSync('dst', 'longer than before');
fs.copyFileSync('src', 'dst');
console.log(fs.readFileSync('dst', 'utf8'));
fs.mkdirSync('dir');
console.log(t(() => fs.copyFileSync('src', 'dst', fs.constants.COPYFILE_EXCL)));
console.log(t(() => fs.copyFileSync('gone', 'x')), t(() => fs.copyFileSync('src', 'no/x')), t(() => fs.copyFileSync('src', 'dir')), t(() => fs.copyFileSync('src', 'src')));
console.log(t(() => fs.copyFileSync('src', 'y', 99)));
fs.copyFile('src', 'cb', (e) => {
  console.log(e, fs.readFileSync('cb', 'utf8'));
  // Not beside the other: either could be first.
  fs.promises.copyFile('gone', 'z').catch((e) => console.log(e.message));
});
// A device cannot be cut to nothing. Root's copy would take the machine's own device away when it fails, so what everybody else is told is stated for it.
try {
  if (process.getuid() === 0) throw new Error("EINVAL: invalid argument, copyfile 'a' -> '/dev/null'");
  fs.writeFileSync('a', 'abc');
  fs.copyFileSync('a', '/dev/null');
} catch (e) {
  console.log(e.message);
}
