// What is no descriptor is refused by the natives themselves, at once and in words of their own, whichever way the function is called.
const fs = require('fs');
const names = [undefined, null, false, true, '', '5', {}, [], Symbol('fd'), 3n, () => {}, new Date(0), NaN, -1, -0.5, 1.5, Infinity, -Infinity, 2 ** 31, 2 ** 32 + 1, -(2 ** 40), 1e21];
const calls = {
  close: [], fsync: [], fdatasync: [], fchmod: [0o644], fchown: [0, 0], fstat: [], ftruncate: [1], futimes: [1, 2],
  read: [Buffer.alloc(1), 0, 1, 0], readv: [[Buffer.alloc(1)]], write: ['x'], writev: [[Buffer.from('x')]],
};
const say = (e) => `${e.name} ${e.code} ${e.message} ${Object.keys(e)}`;
const label = (v) => typeof v === 'symbol' ? v.toString() : typeof v === 'object' ? JSON.stringify(v) : `${typeof v} ${v}`;
for (const [name, rest] of Object.entries(calls)) {
  for (const fd of names) {
    const line = [name, label(fd)];
    try { line.push('sync', fs[`${name}Sync`](fd, ...rest)); } catch (e) { line.push(say(e)); }
    try { fs[name](fd, ...rest, () => {}); line.push('taken'); } catch (e) { line.push(say(e)); }
    console.log(...line);
  }
}
for (const fd of [-1, 1.5, 'x']) try { fs.writeSync(fd, Buffer.from('x')); } catch (e) { console.log('bytes', say(e)); }
try { fs.fstatSync(NaN, { bigint: true }); } catch (e) { console.log(e.stack.split('\n')[0]); }
const fd = fs.openSync('plain.txt', 'w+');
console.log(fs.fstatSync(fd).size, fs.ftruncateSync(fd, 3), fs.fchmodSync(fd, 0o600), fs.fsyncSync(fd), fs.fdatasyncSync(fd));
fs.closeSync(fd);
