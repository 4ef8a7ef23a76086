// A program may take the iterator of arrays away: the runtime below Node's library does without it.
delete Array.prototype[Symbol.iterator];
const fs = require('node:fs');
process.on('uncaughtException', (e) => console.log('caught', e.message));
console.log(fs.existsSync('nothere'), fs.statSync('.').isDirectory(), fs.readdirSync(__dirname).includes('no-array-iterator.js'));
try { fs.readFileSync('nothere'); } catch (e) { console.log(e.message); }
fs.writeFileSync('some.txt', 'hello');
fs.copyFileSync('some.txt', 'other.txt');
fs.appendFileSync('other.txt', '!');
console.log(fs.readFileSync('other.txt', 'utf8'));
fs.writeFileSync('module.cjs', 'module.exports = { answer: 42 };');
console.log(require('./module.cjs').answer);
fs.unlinkSync('module.cjs');
process.nextTick(() => console.log('tick'));
Promise.resolve().then(() => console.log('microtask'));
setTimeout(() => {
  fs.readFile('other.txt', (error, data) => {
    console.log(error, data.length);
    fs.promises.readFile('some.txt', 'utf8').then((text) => {
      console.log(text);
      fs.createReadStream('some.txt').on('data', (bytes) => console.log(bytes.length)).on('close', () => {
        Promise.reject(new Error('nobody'));
        setTimeout(() => { throw new Error('late'); }, 5);
      });
    });
  });
}, 1);
