// createReadStream: ranges, chunk sizes, encodings split over characters, fd, autoClose.
import fs from 'node:fs';
fs.writeFileSync('f', 'grüße an €uch alle');
const read = async (options) => { const chunks = []; for await (const c of fs.createReadStream('f', options)) chunks.push(c); return chunks; };
console.log(await read('utf8'), (await read({ highWaterMark: 7 })).map((b) => b.length));
console.log(await read({ encoding: 'utf8', highWaterMark: 3 }), await read({ start: 2, end: 5, encoding: 'latin1' }), await read({ start: 15 }).then(String), await read({ start: 100 }));
for (const bad of [{ start: 5, end: 2 }, { start: -1 }, { start: 'x' }, { end: 1.5 }]) try { fs.createReadStream('f', bad); console.log('ok'); } catch (e) { console.log(e.code, e.message); }
const fd = fs.openSync('f');
const s = fs.createReadStream(null, { fd, autoClose: false, encoding: 'utf8' });
s.on('data', (d) => console.log(d)).on('end', () => { console.log(s.bytesRead, s.pending, fs.fstatSync(fd).size); fs.closeSync(fd); });
s.on('close', () => console.log('close'));
