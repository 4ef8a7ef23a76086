const fs = require('node:fs');
const seen = [];
fs.watchFile('later', { interval: 20 }, (now, before) => {
  seen.push([now.size, before.size, now.ino === 0]);
  if (now.size > 0) { fs.unwatchFile('later'); console.log(seen); }
});
setTimeout(() => fs.writeFileSync('later', 'here'), 100);
