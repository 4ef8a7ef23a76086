// Dots, slashes and empty components in paths, on files and folders.
const fs = require('fs');
fs.mkdirSync('d');
fs.writeFileSync('d/f', 'x');
const t = (f) => { try { const r = f(); return r === undefined ? 'ok' : r; } catch (e) { return e.code; } };
for (const p of ['d/f/', 'd/f/.', 'd/./f', 'd/../d/f', 'd//f', './d/f', 'd/f/..', '', ' ', 'd/', 'd/.', 'd/..']) console.log(JSON.stringify(p), t(() => fs.statSync(p).isDirectory()), t(() => fs.readFileSync(p, 'utf8')), t(() => fs.accessSync(p)));
for (const p of ['new/', 'new/.', 'new/..', 'd/.', 'd/..']) console.log(p, t(() => fs.writeFileSync(p, '')), t(() => fs.rmdirSync(p)), t(() => fs.unlinkSync(p)));
console.log(t(() => fs.mkdirSync('m/')), t(() => fs.rmdirSync('m/')), t(() => fs.mkdirSync('m/.')), t(() => fs.rmdirSync('d/.')));
