const zlib = require('node:zlib');
const packed = zlib.zstdCompressSync('abc', { params: { [zlib.constants.ZSTD_c_checksumFlag]: 1 } });
console.log(packed.toString('hex'), zlib.zstdDecompressSync(packed).toString());
packed[packed.length - 1] ^= 1;
try { zlib.zstdDecompressSync(packed); } catch (e) { console.log(e.code, e.errno, e.message); }
