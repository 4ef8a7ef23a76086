const zlib = require('node:zlib');
let x = 1;
const data = Buffer.alloc(700000);
for (let i = 0; i < data.length; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; data[i] = (x >> 16) & (i & 1024 ? 15 : 255); }
const packed = zlib.zstdCompressSync(data);
console.log(packed.length < 25000, zlib.zstdDecompressSync(packed).equals(data), zlib.zstdDecompressSync(packed, { chunkSize: 1000 }).equals(data));
