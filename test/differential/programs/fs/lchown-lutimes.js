// lutimes changes the link; chown to oneself is allowed; lchmod is absent on Linux.
const fs = require('fs');
fs.writeFileSync('f', '');
fs.symlinkSync('f', 'l');
fs.lutimesSync('l', 100, 200);
console.log(fs.lstatSync('l').mtimeMs, fs.statSync('l').mtimeMs !== 200000);
fs.chownSync('f', process.getuid(), process.getgid());
fs.lchownSync('l', process.getuid(), process.getgid());
fs.chownSync('f', -1 >>> 0, -1 >>> 0);
console.log(fs.statSync('f').uid === process.getuid(), fs.statSync('f').gid === process.getgid(), typeof fs.lchmod, typeof fs.lchmodSync);
for (const bad of ['x', 1.5, -2]) try { fs.chownSync('f', bad, 0); console.log('ok'); } catch (e) { console.log(e.code, e.message); }
fs.promises.lutimes('l', 5, 6).then(() => console.log(fs.lstatSync('l').atimeMs, fs.lstatSync('l').mtimeMs));
