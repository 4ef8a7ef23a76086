// A file larger than one transfer: whole, in parts, by descriptor; contents agree.
const fs = require('fs');
const { createHash } = require('crypto');
const hash = (b) => createHash('md5').update(b).digest('hex');
const big = Buffer.alloc(1_300_001);
for (let i = 0; i < big.length; i++) big[i] = (i * 7) ^ (i >> 8);
fs.writeFileSync('f', big);
console.log(fs.statSync('f').size, hash(fs.readFileSync('f')) === hash(big));
const fd = fs.openSync('f', 'r+');
const part = Buffer.alloc(700_000);
console.log(fs.readSync(fd, part, 0, part.length, 500_000), part.equals(big.subarray(500_000, 1_200_000)));
console.log(fs.writeSync(fd, part, 0, part.length, 1_200_000), fs.fstatSync(fd).size);
fs.closeSync(fd);
console.log(hash(fs.readFileSync('f')), fs.readFileSync('f', 'latin1').length);
fs.promises.readFile('f').then((b) => console.log(hash(b)));
