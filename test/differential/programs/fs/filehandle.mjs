// FileHandle: reading, writing, statistics, truncation, closing twice.
import { open } from 'node:fs/promises';
const h = await open('f', 'w+');
console.log(typeof h.fd, h.constructor.name);
console.log((await h.write('hello world')).bytesWritten, (await h.write(Buffer.from('J'), 0, 1, 0)).bytesWritten);
console.log((await h.read(Buffer.alloc(5), 0, 5, 0)).buffer.toString(), (await h.read({ buffer: Buffer.alloc(3), position: 6 })).buffer.toString());
console.log(await h.readFile('utf8'), (await h.stat()).size);
await h.truncate(5);
console.log((await h.readv([Buffer.alloc(2), Buffer.alloc(2)], 0)).bytesRead, (await h.writev([Buffer.from('AB'), Buffer.from('CD')], 1)).bytesWritten);
await h.chmod(0o600);
await h.utimes(1, 2);
console.log(((await h.stat()).mode & 0o777).toString(8), (await h.stat()).mtimeMs);
await h.sync();
await h.datasync();
await h.appendFile('!');
h.on('close', () => console.log('closed', h.fd));
await h.close();
await h.close().then(() => console.log('again'), (e) => console.log(e.message));
await h.read(Buffer.alloc(1)).catch((e) => console.log(e.code, e.message));
