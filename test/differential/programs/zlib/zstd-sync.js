const zlib = require('node:zlib');
for (const text of ['', 'a', 'hello hello hello world', 'x'.repeat(5000), JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ i, sq: i * i })))]) {
  const packed = zlib.zstdCompressSync(text);
  console.log(text.length, packed.length, zlib.zstdDecompressSync(packed).toString() === text, packed.toString('base64').slice(0, 60));
}
