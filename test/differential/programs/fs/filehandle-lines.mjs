// FileHandle.readLines, createReadStream and createWriteStream on a handle.
import { open } from 'node:fs/promises';
const w = await open('f', 'w');
const out = w.createWriteStream();
out.write('one\ntwo\r\n');
out.end('three');
await new Promise((done) => out.on('close', done));
const r = await open('f');
for await (const line of r.readLines()) console.log(JSON.stringify(line));
const part = await open('f');
let text = '';
for await (const chunk of part.createReadStream({ start: 4, end: 6, encoding: 'utf8' })) text += chunk;
console.log(text);
