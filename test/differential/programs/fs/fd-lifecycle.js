// Descriptors: lowest number first, closed ones are refused, reuse after close.
const fs = require('fs');
fs.writeFileSync('f', 'abc');
const a = fs.openSync('f'), b = fs.openSync('f');
console.log(b - a);
fs.closeSync(a);
const c = fs.openSync('f');
console.log(c === a);
const t = (f) => { try { return f(); } catch (e) { return e.message; } };
fs.closeSync(b);
console.log(t(() => fs.fstatSync(b)), t(() => fs.readSync(b, Buffer.alloc(1))), t(() => fs.writeSync(c, 'x')), t(() => fs.closeSync(b)), t(() => fs.ftruncateSync(c)), t(() => fs.fsyncSync(c)), t(() => fs.fdatasyncSync(c)));
const buf = Buffer.alloc(2);
console.log(fs.readSync(c, buf), String(buf), fs.readSync(c, buf), String(buf), fs.readSync(c, buf));
