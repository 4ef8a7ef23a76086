// Two hundred operations at once: all succeed, contents are their own.
import fs from 'node:fs/promises';
await Promise.all(Array.from({ length: 200 }, (_, i) => fs.writeFile(`f${i}`, `content ${i}`)));
const texts = await Promise.all(Array.from({ length: 200 }, (_, i) => fs.readFile(`f${i}`, 'utf8')));
console.log(texts.every((t, i) => t === `content ${i}`));
await Promise.all(Array.from({ length: 100 }, (_, i) => fs.rename(`f${i}`, `g${i}`)));
const names = await fs.readdir('.');
console.log(names.filter((n) => /^f\d/.test(n)).length, names.filter((n) => /^g\d/.test(n)).length);
const handles = await Promise.all(Array.from({ length: 50 }, (_, i) => fs.open(`g${i}`)));
console.log(new Set(handles.map((h) => h.fd)).size);
await Promise.all(handles.map((h) => h.close()));
