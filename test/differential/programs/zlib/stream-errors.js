const zlib = require('node:zlib');
(async () => {
  for (const kind of ['createGunzip', 'createInflate', 'createBrotliDecompress', 'createZstdDecompress']) {
    const s = zlib[kind]();
    s.on('error', (e) => console.log(kind, 'error', e.code, e.errno, e.message)).on('data', () => console.log('data'));
    s.end('hello world, not what it wants');
    await new Promise((resolve) => s.on('close', resolve));
    console.log(kind, 'close', s.destroyed);
  }
})();
