const zlib = require('node:zlib');
for (const text of ['', 'a', 'hello hello hello world', 'x'.repeat(5000), JSON.stringify(Array.from({ length: 300 }, (_, i) => ({ i, sq: i * i })))]) {
  const packed = zlib.brotliCompressSync(text);
  console.log(text.length, packed.length, zlib.brotliDecompressSync(packed).toString() === text);
}
console.log(zlib.brotliCompressSync('hello hello hello world').toString('hex'));
