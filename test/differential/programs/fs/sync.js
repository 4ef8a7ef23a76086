// Contents, flags, positions, links, times and names, synchronously.
const fs = require('fs');
fs.writeFileSync('a.txt', 'héllo\n');
fs.appendFileSync('a.txt', 'wörld\n');
console.log(JSON.stringify(fs.readFileSync('a.txt', 'utf8')), fs.readFileSync('a.txt').length, fs.readFileSync('a.txt', 'latin1').length);
fs.writeFileSync('b.bin', new Uint8Array([0, 255, 128, 7]));
console.log(fs.readFileSync('b.bin'), fs.readFileSync('b.bin', 'hex'), fs.readFileSync('b.bin', 'base64'));

const fd = fs.openSync('c.txt', 'w+', 0o640);
console.log(fs.writeSync(fd, 'abcdef'), fs.writeSync(fd, Buffer.from('XY'), 0, 2, 2), fs.writeSync(fd, 'ü', null, 'latin1'));
const buffer = Buffer.alloc(10, '.');
console.log(fs.readSync(fd, buffer, 1, 4, 1), buffer.toString(), fs.readSync(fd, buffer, { position: 100 }), fs.readSync(fd, buffer, 0, 2, 1n));
fs.ftruncateSync(fd, 3);
console.log(fs.fstatSync(fd).size, (fs.fstatSync(fd).mode & 0o777).toString(8), fs.fstatSync(fd).isFile());
fs.closeSync(fd);
console.log(fs.readFileSync('c.txt', 'utf8'));

const append = fs.openSync('c.txt', 'a');
fs.writeSync(append, 'one');
fs.writevSync(append, [Buffer.from('-'), Buffer.from('two')]);
fs.closeSync(append);
console.log(fs.readFileSync('c.txt', 'utf8'));
const reader = fs.openSync('c.txt', 'r');
const parts = [Buffer.alloc(2), Buffer.alloc(3)];
console.log(fs.readvSync(reader, parts), String(parts[0]), String(parts[1]), fs.readvSync(reader, parts, 0));
fs.closeSync(reader);

console.log(fs.mkdirSync('x/y/z', { recursive: true }), fs.mkdirSync('x/y/z', { recursive: true }), fs.existsSync('x/y'), fs.existsSync('x/q'));
fs.symlinkSync('../a.txt', 'x/link');
fs.linkSync('a.txt', 'x/hard');
console.log(fs.readlinkSync('x/link'), fs.statSync('x/hard').nlink, fs.lstatSync('x/link').isSymbolicLink(), fs.statSync('x/link').isFile());
console.log(fs.realpathSync('x/../x/link') === process.cwd() + '/a.txt', fs.realpathSync.native('x/link') === process.cwd() + '/a.txt');
console.log(fs.readdirSync('x'), fs.readdirSync('x', 'buffer'), fs.readdirSync('x', { withFileTypes: true }).map((e) => [e.name, e.isDirectory(), e.isSymbolicLink(), e.isFile(), e.parentPath]));
console.log(fs.readdirSync('.', { recursive: true }).filter((n) => n.startsWith('x')).sort());
fs.renameSync('x/hard', 'x/moved');
fs.copyFileSync('a.txt', 'x/copy');
fs.chmodSync('x/copy', 0o600);
console.log((fs.statSync('x/copy').mode).toString(8), fs.readFileSync('x/copy', 'utf8') === fs.readFileSync('x/moved', 'utf8'));

fs.utimesSync('a.txt', 1, 2.5);
const stats = fs.statSync('a.txt');
console.log(stats.atimeMs, stats.mtimeMs, stats.mtime.toISOString(), stats.size, stats.isDirectory());
fs.utimesSync('a.txt', new Date(1700000000123), 1.23456789);
console.log(fs.statSync('a.txt').atimeMs, fs.statSync('a.txt', { bigint: true }).mtimeNs);
fs.lutimesSync('x/link', 5, 6);
console.log(fs.lstatSync('x/link').mtimeMs, fs.statSync('x/link').mtimeMs);
const big = fs.statSync('b.bin', { bigint: true });
console.log(typeof big.size, big.size, typeof big.mtimeNs, big.isFile());
console.log(Object.keys(fs.statSync('b.bin')).join());

const temporary = fs.mkdtempSync('tmp-');
console.log(/^tmp-[A-Za-z0-9]{6}$/.test(temporary), fs.statSync(temporary).isDirectory(), (fs.statSync(temporary).mode & 0o777).toString(8));
fs.rmSync('x', { recursive: true });
fs.unlinkSync('b.bin');
fs.rmdirSync(temporary);
console.log(fs.readdirSync('.').filter((n) => n !== 'sync.js'));
fs.writeFileSync(Buffer.from('bytes-name'), 'via buffer');
fs.writeFileSync(new URL(`file://${process.cwd()}/url%20name`), 'via url');
console.log(fs.readFileSync('bytes-name', 'utf8'), fs.readFileSync('url name', 'utf8'));
console.log(fs.writeFileSync('flags', 'x', { flag: 'wx', mode: 0o400 }), (fs.statSync('flags').mode & 0o777).toString(8));
