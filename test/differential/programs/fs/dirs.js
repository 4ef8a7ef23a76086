// opendir in its forms, recursive listings, Dirent.
const fs = require('fs');
fs.mkdirSync('a/b/c', { recursive: true });
for (const n of ['z', 'Z', 'é', '10', '9', '~', '_']) fs.writeFileSync(`a/${n}`, n);
fs.writeFileSync('a/b/c/deep', '');
console.log(fs.readdirSync('a'));
console.log(fs.readdirSync('a', { recursive: true }).sort());
console.log(fs.readdirSync('a', { recursive: true, withFileTypes: true }).map((e) => `${e.parentPath}/${e.name}:${e.isDirectory() ? 'd' : 'f'}`).sort());
const dir = fs.opendirSync('a');
const first = dir.readSync();
console.log(dir.path, first.constructor.name, typeof first.name, first.parentPath);
let count = 1;
while (dir.readSync() !== null) count++;
console.log(count);
dir.closeSync();
try {
  dir.readSync();
} catch (e) {
  console.log(e.code, e.message);
}
(async () => {
  const names = [];
  for await (const e of await fs.promises.opendir('a', { recursive: true })) names.push(e.name);
  console.log(names.sort());
  const d = await fs.promises.opendir('a', { encoding: 'hex', bufferSize: 2 });
  const list = [];
  for await (const e of d) list.push(e.name);
  console.log(list.sort());
  await fs.promises.opendir('missing').catch((e) => console.log(e.message));
  fs.opendir('a', (err, d) => d.read((err, e) => d.close(() => console.log(err, e.constructor.name))));
})();
