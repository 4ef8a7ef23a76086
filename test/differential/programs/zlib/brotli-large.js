const zlib = require('node:zlib');
let x = 1;
const data = Buffer.alloc(300000);
for (let i = 0; i < data.length; i++) { x = (x * 1103515245 + 12345) & 0x7fffffff; data[i] = (x >> 16) & (i & 1024 ? 15 : 255); }
for (const quality of [0, 1, 6]) {
  const packed = zlib.brotliCompressSync(data, { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality } });
  console.log(quality, packed.length < data.length, zlib.brotliDecompressSync(packed).equals(data), zlib.brotliDecompressSync(packed, { chunkSize: 100 }).equals(data));
}
