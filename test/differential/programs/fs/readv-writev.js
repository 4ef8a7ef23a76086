// Scattered reads and gathered writes.
const fs = require('fs');
const fd = fs.openSync('f', 'w+');
console.log(fs.writevSync(fd, [Buffer.from('ab'), new Uint8Array([99, 100]), Buffer.from('ef')]), fs.writevSync(fd, [Buffer.from('XY')], 1), fs.writevSync(fd, [Buffer.from('gh')]));
const bufs = [Buffer.alloc(3), Buffer.alloc(0), Buffer.alloc(10)];
console.log(fs.readvSync(fd, bufs, 0), bufs.map(String), fs.readvSync(fd, bufs, 100));
const t = (f) => { try { return f(); } catch (e) { return `${e.code} ${e.message}`; } };
console.log(t(() => fs.writevSync(fd, [])), t(() => fs.writevSync(fd, ['x'])), t(() => fs.readvSync(fd, 'x')), t(() => fs.readvSync(fd, [])));
fs.writev(fd, [Buffer.from('12'), Buffer.from('3')], 0, (e, n, b) => { console.log(e, n, b.length); fs.readv(fd, [Buffer.alloc(4)], 0, (e, n, b) => { console.log(n, String(b[0])); fs.closeSync(fd); }); });
