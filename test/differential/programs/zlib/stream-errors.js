const zlib = require('node:zlib');
for (const kind of ['createGunzip', 'createInflate', 'createBrotliDecompress', 'createZstdDecompress']) {
  const s = zlib[kind]();
  s.on('error', (e) => console.log(kind, 'error', e.code, e.errno, e.message)).on('close', () => console.log(kind, 'close', s.destroyed)).on('data', () => console.log('data'));
  s.end('hello world, not what it wants');
}
