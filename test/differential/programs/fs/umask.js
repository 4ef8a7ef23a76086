// umask and the modes of what is made.
const fs = require('fs');
const mode = (p) => (fs.statSync(p).mode & 0o777).toString(8);
for (const mask of [0o022, 0o077, 0, 0o777]) {
  process.umask(mask);
  fs.writeFileSync('f', '');
  fs.mkdirSync('d');
  fs.closeSync(fs.openSync('o', 'w', 0o604));
  console.log(mask.toString(8), mode('f'), mode('d'), mode('o'));
  process.umask(0o022);
  fs.rmSync('f'); fs.rmdirSync('d'); fs.rmSync('o');
}
console.log(process.umask().toString(8), process.umask('027').toString(8), process.umask().toString(8));
for (const bad of ['9', 'x', {}, -1, 1.5]) try { console.log(process.umask(bad)); } catch (e) { console.log(e.code, e.message); }
