const zlib = require('node:zlib');
for (const name of ['deflate', 'gzip', 'deflateRaw', 'brotliCompress', 'zstdCompress']) {
  const { buffer, engine } = zlib[`${name}Sync`]('some text', { info: true });
  console.log(name, buffer.length > 0, engine.constructor.name, engine.bytesWritten, engine._closed);
}
const { buffer, engine } = zlib.gunzipSync(zlib.gzipSync('back'), { info: true });
console.log(buffer.toString(), engine.bytesWritten);
