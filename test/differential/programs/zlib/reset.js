const zlib = require('node:zlib');
const c = zlib.createDeflate({ level: 9 });
const parts = [];
c.on('data', (b) => parts.push(b)).on('end', () => {
  console.log(zlib.inflateSync(Buffer.concat(parts)).toString());
  const d = zlib.createGunzip();
  d.on('data', (b) => console.log(b.toString()));
  d.write(zlib.gzipSync('one'), () => { d.reset(); d.write(zlib.gzipSync('two'), () => d.end()); });
});
c.reset();
c.write('after the reset');
c.end();
