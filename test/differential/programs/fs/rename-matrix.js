// rename: every pair of kinds.
const fs = require('fs');
const make = { file: (p) => fs.writeFileSync(p, p), dir: (p) => fs.mkdirSync(p), full: (p) => fs.mkdirSync(p + '/x', { recursive: true }), link: (p) => fs.symlinkSync('nowhere', p), none: () => {} };
for (const from of Object.keys(make)) for (const to of Object.keys(make)) {
  fs.rmSync('w', { recursive: true, force: true });
  fs.mkdirSync('w');
  make[from]('w/a');
  make[to]('w/b');
  let r;
  try { fs.renameSync('w/a', 'w/b'); r = 'ok'; } catch (e) { r = e.code; }
  console.log(from, to, r, fs.readdirSync('w', { recursive: true }).join());
}
fs.rmSync('w', { recursive: true });
fs.mkdirSync('w/in', { recursive: true });
const t = (f) => { try { f(); return 'ok'; } catch (e) { return e.message; } };
console.log(t(() => fs.renameSync('w', 'w/in/w')), t(() => fs.renameSync('w', 'w')), t(() => fs.renameSync('w/in', 'w')), t(() => fs.renameSync('w/in/', 'w/out/')), t(() => fs.renameSync('w/out/.', 'x')), t(() => fs.renameSync('', 'x')));
