// A device without room: how a full disk is tried. (Not with copyFile: run by root it removes the machine's own device.)
const fs = require('fs');
const tried = (what, run) => { try { console.log(what, run()); } catch (e) { console.log(what, e.code, e.syscall, e.message); } };
tried('writeFileSync', () => fs.writeFileSync('/dev/full', 'x'));
tried('nothing', () => fs.writeFileSync('/dev/full', ''));
tried('appendFileSync', () => fs.appendFileSync('/dev/full', 'x'));
tried('read', () => { const fd = fs.openSync('/dev/full', 'r'); const b = Buffer.alloc(3, 1); const n = fs.readSync(fd, b); fs.closeSync(fd); return [n, b]; });
tried('isCharacterDevice', () => fs.statSync('/dev/full').isCharacterDevice());
fs.createWriteStream('/dev/full').on('error', (e) => console.log('stream', e.code)).end('x');
fs.promises.writeFile('/dev/full', 'x').catch((e) => console.log('promise', e.code, e.message));
