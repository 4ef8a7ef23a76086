// mkdtemp: prefix kept, six characters added, mode 700; encodings and errors.
const fs = require('fs');
const d = fs.mkdtempSync('pre-');
console.log(/^pre-[A-Za-z0-9]{6}$/.test(d), (fs.statSync(d).mode & 0o777).toString(8), fs.statSync(d).isDirectory());
console.log(Buffer.isBuffer(fs.mkdtempSync('buf-', 'buffer')), /^x\/y/.test(d));
const t = (f) => { try { return f(); } catch (e) { return e.message.replace(/X{6}|[A-Za-z0-9]{6}'$/, "??????'"); } };
console.log(t(() => fs.mkdtempSync('gone/x')), t(() => fs.mkdtempSync()), t(() => fs.mkdtempSync('a\0')));
// One after the other: which of two threads is done first is chance.
fs.mkdtemp('cb-', (e, dir) => {
  console.log(e, dir.length);
  fs.promises.mkdtemp('pr-').then((after) => console.log(after.length));
});
if (fs.mkdtempDisposableSync) { let kept; { using tmp = fs.mkdtempDisposableSync('disp-'); kept = tmp.path; fs.writeFileSync(kept + '/f', ''); } console.log(fs.existsSync(kept)); }
