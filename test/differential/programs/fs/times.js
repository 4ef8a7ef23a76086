// utimes: numbers, strings, dates, fractions, before the epoch; what a write and a read change.
const fs = require('fs');
fs.writeFileSync('f', 'x');
const show = () => { const s = fs.statSync('f'); return [s.atimeMs, s.mtimeMs]; };
for (const [a, m] of [[1, 2], ['3', '4.5'], [new Date(5000), new Date(6500)], [1.25, 1e9 + 0.125], [0, 0]]) { fs.utimesSync('f', a, m); console.log(show()); }
for (const bad of [['x', 1], [{}, 1], [1]]) try { fs.utimesSync('f', ...bad); console.log('ok', Math.abs(show()[0] - Date.now()) < 5000); } catch (e) { console.log(e.code, e.message); }
fs.utimesSync('f', 1, 1);
fs.writeFileSync('f', 'new');
const s = fs.statSync('f');
console.log(s.mtimeMs > 1000, s.ctimeMs >= s.mtimeMs);
const fd = fs.openSync('f', 'r');
fs.futimesSync(fd, 7, 8);
console.log(show());
fs.closeSync(fd);
fs.mkdirSync('d');
fs.utimesSync('d', 1, 1);
fs.writeFileSync('d/x', '');
console.log(fs.statSync('d').mtimeMs > 1000);
