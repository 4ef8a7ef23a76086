// A write that is under way when the stream is destroyed is called back.
const zlib = require('zlib');
for (const make of ['createGzip', 'createDeflate', 'createBrotliCompress', 'createZstdCompress']) {
  const stream = zlib[make]();
  stream.on('close', () => console.log(make, 'closed'));
  stream.write(Buffer.alloc(1000), (error) => console.log(make, 'written', error?.code));
  stream.destroy();
}
