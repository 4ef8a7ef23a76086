import zlib from 'node:zlib';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
const out = [];
await pipeline(Readable.from(['one ', 'two ', 'three']), zlib.createGzip(), zlib.createGunzip(), async (source) => { for await (const part of source) out.push(part); });
console.log(Buffer.concat(out).toString());
await pipeline(Readable.from([Buffer.from('bad')]), zlib.createGunzip(), async (source) => { for await (const part of source) console.log(part); }).catch((e) => console.log(e.code, e.message));
