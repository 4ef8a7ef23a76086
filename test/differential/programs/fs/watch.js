// fs.watch and fs.watchFile report what happens to a file; the process ends when the watchers are closed.
const fs = require('fs');
fs.mkdirSync('w');
fs.writeFileSync('w/file', '1');
const seen = new Set();
const watcher = fs.watch('w', (event, name) => {
  seen.add(`${event} ${name}`);
  if (seen.has('rename new') && seen.has('change file')) watcher.close();
});
watcher.on('close', () => {
  console.log([...seen].filter((s) => s === 'rename new' || s === 'change file').sort());
  fs.watchFile('w/file', { interval: 20 }, (now, before) => {
    console.log(now.size, before.size, now.mtimeMs > 0);
    fs.unwatchFile('w/file');
    try {
      fs.watch('missing');
    } catch (e) {
      console.log(e.message, e.filename);
    }
    const quiet = fs.watch('w', { persistent: false });
    console.log(typeof quiet.ref, quiet.constructor.name);
  });
  // In one step: a watch that looks between emptying and writing would see no bytes.
  setTimeout(() => fs.appendFileSync('w/file', '345'), 100);
});
setTimeout(() => {
  fs.writeFileSync('w/new', '');
  fs.writeFileSync('w/file', '22');
}, 20);
