// opendir: reading one by one, iterating, buffer size, use after close.
import fs from 'node:fs';
fs.mkdirSync('d/sub', { recursive: true });
for (let i = 0; i < 40; i++) fs.writeFileSync(`d/f${i}`, '');
const dir = fs.opendirSync('d');
const names = [];
for (let e; (e = dir.readSync());) names.push(e.name);
console.log(names.length, dir.path, dir.readSync());
dir.closeSync();
const t = (f) => { try { return f(); } catch (e) { return `${e.code} ${e.message}`; } };
console.log(t(() => dir.readSync()), t(() => dir.closeSync()), t(() => fs.opendirSync('gone')), t(() => fs.opendirSync('d/f1')));
let n = 0;
for await (const e of await fs.promises.opendir('d', { bufferSize: 3 })) n += e.isFile() ? 1 : 100;
console.log(n);
let first;
for await (const e of await fs.promises.opendir('d', { recursive: true })) { first ??= typeof e.name; if (first) break; }
console.log(first, t(() => fs.opendirSync('d', { bufferSize: 0 })));
const d2 = await fs.promises.opendir('d');
await d2.close();
await d2.read().catch((e) => console.log(e.code));
