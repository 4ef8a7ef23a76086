const zlib = require('node:zlib');
const c = zlib.createBrotliCompress({ params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 5 } });
const d = zlib.createBrotliDecompress();
let text = '';
d.setEncoding('utf8').on('data', (s) => { text += s; }).on('end', () => console.log('end', text.length, text.slice(-12), c.bytesWritten));
c.pipe(d);
for (let i = 0; i < 500; i++) c.write(`line ${i} of many\n`);
c.end('the last one');
