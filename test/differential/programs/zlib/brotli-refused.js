// A parameter that Brotli does not take.
const zlib = require('node:zlib');
const flag = zlib.constants.BROTLI_PARAM_DISABLE_LITERAL_CONTEXT_MODELING;
for (const value of [0, 1, 2, 42]) {
  try { console.log(value, zlib.brotliDecompressSync(zlib.brotliCompressSync('text', { params: { [flag]: value } })).toString()); } catch (e) { console.log(value, e.name, e.code, e.message); }
}
