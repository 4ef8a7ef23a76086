const zlib = require('node:zlib');
const two = Buffer.concat([zlib.zstdCompressSync('a'), zlib.zstdCompressSync('b')]);
console.log(zlib.zstdDecompressSync(two).toString());
console.log(zlib.zstdDecompressSync(Buffer.concat([zlib.zstdCompressSync('a'), Buffer.from('junk')])).toString());
const d = zlib.createZstdDecompress();
d.on('data', (b) => console.log('data', b.toString())).on('end', () => console.log('end', d.bytesWritten)).on('error', (e) => console.log(e.code, e.message));
d.end(two);
