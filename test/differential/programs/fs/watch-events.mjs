// fs.watch on a folder: creation, change, rename, removal; close ends it.
import fs from 'node:fs';
fs.mkdirSync('w');
const seen = new Set();
const watcher = fs.watch('w');
const waitFor = (...keys) => new Promise((resolve) => { const look = () => keys.every((k) => seen.has(k)) && resolve(); watcher.on('change', look); look(); });
watcher.on('change', (event, name) => seen.add(`${event} ${name}`));
fs.writeFileSync('w/a', '1');
await waitFor('rename a', 'change a');
fs.renameSync('w/a', 'w/b');
await waitFor('rename a', 'rename b');
fs.unlinkSync('w/b');
fs.mkdirSync('w/sub');
await waitFor('rename sub');
fs.writeFileSync('w/sub/in', '');
console.log([...seen].sort());
watcher.on('close', () => console.log('closed'));
watcher.close();
watcher.close();
try { fs.watch('gone'); } catch (e) { console.log(e.message, e.filename); }
