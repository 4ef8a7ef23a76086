const zlib = require('node:zlib');
const c = zlib.createZstdCompress();
const d = zlib.createZstdDecompress();
d.on('data', (chunk) => console.log('out', chunk.toString()));
d.on('end', () => console.log('end'));
c.on('data', (chunk) => d.write(chunk));
c.on('end', () => d.end());
c.write('first');
c.flush(() => {
  console.log('flushed');
  c.write('second');
  c.flush(() => c.end('third'));
});
