// Recursive watch: changes in folders that were there and in those made later.
import fs from 'node:fs';
fs.mkdirSync('w/old', { recursive: true });
const seen = new Set();
const watcher = fs.watch('w', { recursive: true }, (event, name) => seen.add(name));
const until = async (name) => { while (!seen.has(name)) await new Promise((r) => watcher.once('change', r)); console.log(name); };
fs.writeFileSync('w/old/f', '1');
await until('old/f');
fs.mkdirSync('w/new');
await until('new');
await new Promise((r) => setTimeout(r, 100));
fs.writeFileSync('w/new/g', '1');
await until('new/g');
watcher.close();
