// Loggers call fs.writeSync(fd, text, 'utf8'): what is no whole number is no position, and the text goes where the descriptor stands.
const fs = require('fs');
const fd = fs.openSync('out.txt', 'w+');
const show = () => JSON.stringify(fs.readFileSync('out.txt', 'utf8'));
console.log(fs.writeSync(fd, 'one\n', 'utf8'), fs.writeSync(fd, 'two\n', 'latin1'), show());
for (const position of [undefined, null, '0', '', NaN, 1.5, -1, -5, Infinity, {}, true, 2n]) {
  try { console.log(String(position), fs.writeSync(fd, '+', position), show()); } catch (e) { console.log(String(position), e.code, e.message); }
}
for (const position of ['utf8', '0', 1.5, -3, NaN, 1]) {
  try { console.log(String(position), fs.writeSync(fd, Buffer.from('#'), 0, 1, position), show()); } catch (e) { console.log(String(position), e.code, e.message); }
  try { console.log(String(position), fs.writevSync(fd, [Buffer.from('v')], position), show()); } catch (e) { console.log(String(position), e.code, e.message); }
}
fs.write(fd, 'later', 'utf8', (error, written, text) => {
  console.log(error, written, text, show());
  const b = Buffer.alloc(3);
  for (const position of [0, 0n, 1, null, undefined, -1]) try { console.log(String(position), fs.readSync(fd, b, 0, 3, position), b.toString()); } catch (e) { console.log(String(position), e.code); }
  fs.closeSync(fd);
});
