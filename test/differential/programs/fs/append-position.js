// With O_APPEND a position in write is ignored, as on Linux; without it holes are zeros.
const fs = require('fs');
fs.writeFileSync('f', 'abc');
let fd = fs.openSync('f', 'a+');
console.log(fs.writeSync(fd, 'X', 0), fs.readFileSync('f', 'utf8'));
const buf = Buffer.alloc(4);
console.log(fs.readSync(fd, buf, 0, 4, 0), String(buf));
fs.closeSync(fd);
fd = fs.openSync('f', 'r+');
console.log(fs.writeSync(fd, 'Y', 6), JSON.stringify(fs.readFileSync('f', 'utf8')), fs.fstatSync(fd).size);
fs.writeSync(fd, '12');
fs.writeSync(fd, '34');
console.log(JSON.stringify(fs.readFileSync('f', 'utf8')));
fs.closeSync(fd);
