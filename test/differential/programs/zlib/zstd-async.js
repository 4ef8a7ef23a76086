const zlib = require('node:zlib');
const { promisify } = require('node:util');
(async () => {
  const packed = await promisify(zlib.zstdCompress)('async text '.repeat(100));
  console.log(packed.length, (await promisify(zlib.zstdDecompress)(packed)).toString().length);
  await promisify(zlib.zstdDecompress)(Buffer.from('garbage!')).catch((e) => console.log(e.code, e.errno, e.message));
})();
