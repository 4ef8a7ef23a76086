const fs = require('node:fs');
fs.writeFileSync('f', 'one');
let calls = 0;
const watcher = fs.watchFile('f', { interval: 20 }, (now, before) => {
  calls++;
  if (calls === 1) { console.log(now.size, before.size, now.mtimeMs >= before.mtimeMs); fs.unlinkSync('f'); }
  else { console.log(now.size, now.mtimeMs, now.nlink, before.size); fs.unwatchFile('f'); }
});
console.log(watcher.constructor.name, typeof watcher.ref, typeof watcher.unref);
setTimeout(() => fs.writeFileSync('f', 'longer'), 60);
