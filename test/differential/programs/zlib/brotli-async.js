const zlib = require('node:zlib');
const { promisify } = require('node:util');
(async () => {
  const packed = await promisify(zlib.brotliCompress)('async text '.repeat(100));
  console.log((await promisify(zlib.brotliDecompress)(packed)).toString().length);
  await promisify(zlib.brotliDecompress)(Buffer.from('hello, this is not it')).catch((e) => console.log(e.code, e.errno, e.message));
  zlib.brotliCompress('x', (err, out) => console.log(err, out.toString('hex')));
})();
