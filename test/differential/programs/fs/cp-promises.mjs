// fs.promises.cp: the same by promise, with an asynchronous filter.
import fs from 'node:fs/promises';
await fs.mkdir('a/b', { recursive: true });
await fs.writeFile('a/x', '1');
await fs.writeFile('a/b/y', '2');
const seen = [];
await fs.cp('a', 'c', { recursive: true, filter: async (src, dest) => { seen.push([src, dest]); return !src.endsWith('y'); } });
console.log(seen.sort(), (await fs.readdir('c', { recursive: true })).sort());
for (const args of [['gone', 'd'], ['a', 'd'], ['a', 'a/b/q', { recursive: true }], ['a', 'c/x', { recursive: true }]]) {
  await fs.cp(...args).then(() => console.log('ok'), (e) => console.log(e.name, e.code, e.message));
}
