const fs = require('node:fs');
fs.mkdirSync('d');
const seen = new Set();
const watcher = fs.watch('d', (event, name) => seen.add(`${event} ${name}`));
const steps = [() => fs.writeFileSync('d/a', '1'), () => fs.appendFileSync('d/a', '2'), () => fs.renameSync('d/a', 'd/b'), () => fs.unlinkSync('d/b'), () => fs.mkdirSync('d/sub')];
const next = () => {
  const step = steps.shift();
  if (step) { step(); setTimeout(next, 60); } else { watcher.close(); console.log([...seen].sort()); }
};
watcher.on('close', () => console.log('closed'));
setTimeout(next, 60);
