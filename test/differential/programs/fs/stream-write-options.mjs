// createWriteStream: flags, start, cork, backpressure, events in order, errors.
import fs from 'node:fs';
const done = (s) => new Promise((resolve) => s.on('close', resolve));
const a = fs.createWriteStream('f', { highWaterMark: 4 });
const events = [];
for (const name of ['open', 'ready', 'drain', 'finish', 'close']) a.on(name, () => events.push(name));
console.log(a.write('12'), a.write('345'), a.writableNeedDrain, a.pending);
a.end('6');
await done(a);
console.log(events.join(), fs.readFileSync('f', 'utf8'), a.bytesWritten, a.path);
const b = fs.createWriteStream('f', { flags: 'r+', start: 2 });
b.cork();
b.write('X');
b.write('Y');
b.uncork();
b.end();
await done(b);
console.log(fs.readFileSync('f', 'utf8'));
const c = fs.createWriteStream('f', { flags: 'wx' });
c.on('error', (e) => console.log(e.message));
await done(c);
const d = fs.createWriteStream('f', { flags: 'a', encoding: 'hex', mode: 0o600, flush: true });
d.end('4142');
await done(d);
console.log(fs.readFileSync('f', 'utf8'));
try { fs.createWriteStream('f', { start: 'x' }); } catch (e) { console.log(e.code); }
