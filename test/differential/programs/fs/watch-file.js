// watchFile: polls, tells old and new, unwatchFile ends the process.
const fs = require('fs');
fs.writeFileSync('f', 'a');
fs.utimesSync('f', 1, 1);
fs.watchFile('f', { interval: 20 }, (now, before) => {
  console.log(now.size, before.size, before.mtimeMs);
  fs.unwatchFile('f');
});
setTimeout(() => fs.writeFileSync('f', 'longer'), 60);
fs.watchFile('gone', { interval: 20 }, (now, before) => {
  console.log('gone', now.size, now.mtimeMs, before.nlink);
  fs.unwatchFile('gone');
});
