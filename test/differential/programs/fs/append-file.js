// appendFile: creates, appends, modes, descriptors, typed arrays, flags.
const fs = require('fs');
fs.appendFileSync('a', 'one');
fs.appendFileSync('a', Buffer.from(' two'));
fs.appendFileSync('a', new Uint16Array([0x4141, 0x4242]));
const fd = fs.openSync('a', 'a');
fs.appendFileSync(fd, ' three');
fs.closeSync(fd);
console.log(fs.readFileSync('a', 'latin1'));
fs.appendFileSync('m', 'x', { mode: 0o600, flag: 'ax' });
console.log((fs.statSync('m').mode & 0o777).toString(8));
try { fs.appendFileSync('m', 'x', { flag: 'ax' }); } catch (e) { console.log(e.message); }
try { fs.appendFileSync('m', {}); } catch (e) { console.log(e.code, e.message); }
fs.appendFile('m', 'y', (err) => console.log(err, fs.readFileSync('m', 'utf8')));
fs.promises.appendFile('p', 'z').then(() => fs.promises.appendFile('p', 'z')).then(() => console.log(fs.readFileSync('p', 'utf8')));
