// truncate: shrink, grow with zeros, negative and default lengths, promises.
const fs = require('fs');
fs.writeFileSync('f', 'abcdef');
fs.truncateSync('f', 3);
console.log(JSON.stringify(fs.readFileSync('f', 'utf8')));
fs.truncateSync('f', 6);
console.log(JSON.stringify(fs.readFileSync('f', 'utf8')));
const fd = fs.openSync('f', 'r+');
fs.ftruncateSync(fd, 2);
fs.ftruncateSync(fd, 4);
console.log(JSON.stringify(fs.readFileSync('f', 'utf8')));
fs.ftruncateSync(fd, -5);
console.log(fs.fstatSync(fd).size);
fs.closeSync(fd);
for (const bad of ['1', 1.5, {}]) try { fs.truncateSync('f', bad); console.log('ok'); } catch (e) { console.log(e.code); }
try { fs.truncateSync('gone'); } catch (e) { console.log(e.message); }
fs.promises.truncate('f', 3).then(() => console.log(fs.statSync('f').size));
