// Compressed bytes: what one library writes another need not, though both read it.
const zlib = require('node:zlib');
const text = Buffer.from(Array.from({ length: 20_000 }, (_, i) => `${(i * 7919) % 1009} ${(i * i) % 251} `).join(''));
for (const [name, pack, unpack] of [
  ['deflate', zlib.deflateSync, zlib.inflateSync], ['level 1', (b) => zlib.deflateSync(b, { level: 1 }), zlib.inflateSync], ['brotli', zlib.brotliCompressSync, zlib.brotliDecompressSync], ['zstd', zlib.zstdCompressSync, zlib.zstdDecompressSync],
]) {
  const packed = pack(text);
  console.log(name, packed.length, unpack(packed).equals(text));
}
