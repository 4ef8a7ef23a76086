const zlib = require('node:zlib');
const dictionary = Buffer.from('the quick brown fox jumps over the lazy dog');
const text = 'a lazy dog, a quick brown fox, the lazy dog jumps over';
const packed = zlib.zstdCompressSync(text, { dictionary });
console.log(packed.length < zlib.zstdCompressSync(text).length);
console.log(zlib.zstdDecompressSync(packed, { dictionary }).toString());
try { console.log(zlib.zstdDecompressSync(packed).toString()); } catch (e) { console.log(e.code, e.errno, e.message); }
