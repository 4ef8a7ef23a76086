// readSync and read with option objects, offsets and positions, bigints included.
const fs = require('fs');
fs.writeFileSync('f', '0123456789');
const fd = fs.openSync('f');
const buf = Buffer.alloc(6, '.');
console.log(fs.readSync(fd, buf, { offset: 1, length: 3, position: 4 }), String(buf));
console.log(fs.readSync(fd, buf, 0, 2, null), fs.readSync(fd, buf, 2, 2), String(buf));
console.log(fs.readSync(fd, buf, 0, 6, 8n), String(buf), fs.readSync(fd, buf, 0, 6, 100), fs.readSync(fd, buf, 0, 0, 0));
const t = (f) => { try { return f(); } catch (e) { return `${e.code} ${e.message}`; } };
console.log(t(() => fs.readSync(fd, buf, 7)), t(() => fs.readSync(fd, buf, 0, 9)), t(() => fs.readSync(fd, buf, -1)), t(() => fs.readSync(fd, 'x')), t(() => fs.readSync(fd, Buffer.alloc(0))), t(() => fs.readSync(fd, buf, 0, 1, -2)), t(() => fs.readSync(fd, buf, 0, 1, 1.5)));
fs.read(fd, { buffer: Buffer.alloc(3), position: 1 }, (e, n, b) => { console.log(e, n, String(b)); fs.read(fd, (e, n, b) => { console.log(n, b.length, String(b.subarray(0, n))); fs.closeSync(fd); }); });
