const zlib = require('node:zlib');
const { pipeline } = require('node:stream/promises');
const { Readable } = require('node:stream');
const text = 'the quick brown fox '.repeat(5000);
for (const [pack, unpack] of [['gzipSync', 'gunzipSync'], ['deflateSync', 'inflateSync'], ['deflateRawSync', 'inflateRawSync'], ['gzipSync', 'unzipSync'], ['deflateSync', 'unzipSync']]) {
  const packed = zlib[pack](text, { level: 9 });
  console.log(pack, unpack, packed.length < 2000, zlib[unpack](packed).toString() === text);
}
// Made by Node.
console.log(zlib.gunzipSync(Buffer.from('H4sIAAAAAAAAA8tIzcnJVyjPL8pJAQCFEUoNCwAAAA==', 'base64')).toString());
console.log(zlib.inflateSync(Buffer.from('789ccb48cdc9c95728cf2fca4901001a0b045d', 'hex')).toString());
console.log(zlib.gunzipSync(Buffer.concat([zlib.gzipSync('one '), zlib.gzipSync('two'), Buffer.alloc(4)])).toString());
const dictionary = Buffer.from('hello world');
const small = zlib.deflateSync('hello world hello', { dictionary });
console.log(zlib.inflateSync(small, { dictionary }).toString());
for (const bad of [
  () => zlib.inflateSync(small), () => zlib.inflateSync(small, { dictionary: Buffer.from('x') }), () => zlib.gunzipSync(Buffer.from('not gzip')),
  () => zlib.gunzipSync(zlib.gzipSync('abc').subarray(0, 10)), () => zlib.inflateRawSync(Buffer.from([255, 255])), () => zlib.gunzipSync(zlib.gzipSync(text), { maxOutputLength: 10 }), () => zlib.createGzip({ level: 99 }),
]) {
  try {
    bad();
  } catch (e) {
    console.log(e.name, e.code, e.errno, e.message);
  }
}
console.log(zlib.crc32('hello'), zlib.crc32(Buffer.from('lo'), zlib.crc32('hel')), zlib.inflateSync(zlib.deflateSync('')).length);
(async () => {
  const parts = [];
  await pipeline(Readable.from([text.slice(0, 50000), text.slice(50000)]), zlib.createGzip(), zlib.createGunzip(), async function (source) {
    for await (const part of source) parts.push(part);
  });
  console.log(Buffer.concat(parts).toString() === text);
  const deflate = zlib.createDeflate();
  deflate.write('first');
  deflate.flush(() => {
    const chunk = deflate.read();
    console.log(zlib.inflateSync(chunk, { finishFlush: zlib.constants.Z_SYNC_FLUSH }).toString());
  });
  zlib.gunzip(Buffer.from('broken input'), (e) => console.log(e.code, e.message));
  await pipeline(Readable.from(['bad']), zlib.createInflate(), async (source) => { for await (const _ of source); }).catch((e) => console.log(e.code, e.errno));
})();
