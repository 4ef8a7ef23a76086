const zlib = require('node:zlib');
const { BROTLI_PARAM_QUALITY: Q, BROTLI_PARAM_LGWIN: W, BROTLI_PARAM_MODE: M, BROTLI_PARAM_SIZE_HINT: S, BROTLI_MODE_TEXT } = zlib.constants;
const text = 'the quick brown fox jumps over the lazy dog. '.repeat(20);
for (const q of [0, 1, 4, 5, 6, 11]) console.log(q, zlib.brotliCompressSync(text, { params: { [Q]: q } }).toString('base64'));
console.log(zlib.brotliCompressSync(text, { params: { [W]: 16, [M]: BROTLI_MODE_TEXT, [S]: text.length } }).toString('base64'));
console.log(zlib.brotliCompressSync(text, { params: { [Q]: true } }).length > 0);
for (const params of [{ 99: 1 }, { [Q]: 'x' }, { foo: 1 }]) {
  try { zlib.brotliCompressSync('x', { params }); } catch (e) { console.log(e.name, e.code, e.message); }
}
