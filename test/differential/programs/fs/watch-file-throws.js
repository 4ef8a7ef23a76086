// A listener that throws does not end the watching.
const fs = require('fs');
let n = 0, thrown = 0;
process.on('uncaughtException', (error) => { thrown++; console.log('caught', error.message); fs.writeFileSync('a', 'xyz'); });
fs.writeFileSync('a', 'x');
fs.watchFile('a', { interval: 20 }, (now) => {
  console.log('changed', now.size);
  if (++n === 1) throw new Error('once');
  fs.unwatchFile('a');
});
setTimeout(() => fs.writeFileSync('a', 'xy'), 60);
setTimeout(() => { if (n < 2) { console.log('not told again'); process.exit(1); } }, 3000).unref();
