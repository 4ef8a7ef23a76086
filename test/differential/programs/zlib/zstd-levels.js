const zlib = require('node:zlib');
const { createHash } = require('node:crypto');
const text = Array.from({ length: 900 }, (_, i) => `${i} ${(i * 7919) % 1009} the fox`).join('\n');
for (const level of [-5, 1, 2, 3, 5, 9, 12, 16, 19, 22]) {
  const packed = zlib.zstdCompressSync(text, { params: { [zlib.constants.ZSTD_c_compressionLevel]: level } });
  console.log(level, packed.length, createHash('sha1').update(packed).digest('hex'));
}
