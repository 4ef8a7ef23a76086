// pipeline from file to file through a transform; sizes and hashes agree.
import fs from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createHash } from 'node:crypto';
fs.writeFileSync('in', Buffer.alloc(300_000, 'abcdefg'));
const upper = new Transform({ transform(chunk, _, done) { done(null, chunk.toString().toUpperCase()); } });
const out = fs.createWriteStream('out');
await pipeline(fs.createReadStream('in'), upper, out);
console.log(out.bytesWritten, out.closed, fs.statSync('out').size, createHash('sha1').update(fs.readFileSync('out')).digest('hex'));
await pipeline(fs.createReadStream('gone'), fs.createWriteStream('x')).catch((e) => console.log(e.message));
await pipeline(fs.createReadStream('in'), fs.createWriteStream('no/x')).catch((e) => console.log(e.message));
console.log(fs.existsSync('x'));
