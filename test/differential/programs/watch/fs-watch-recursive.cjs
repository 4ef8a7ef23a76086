const fs = require('node:fs');
fs.mkdirSync('r/deep', { recursive: true });
const seen = new Set();
const watcher = fs.watch('r', { recursive: true, encoding: 'utf8' }, (event, name) => seen.add(name));
setTimeout(() => fs.writeFileSync('r/deep/file', 'x'), 100);
setTimeout(() => { watcher.close(); console.log(seen.has('deep/file')); }, 400);
