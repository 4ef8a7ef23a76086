const zlib = require('node:zlib');
const dictionary = Buffer.from('header: value; other-header: other value');
const c = zlib.createZstdCompress({ dictionary });
const d = zlib.createZstdDecompress({ dictionary });
let text = '';
c.pipe(d).setEncoding('utf8').on('data', (s) => { text += s; }).on('end', () => console.log(text.length, text.slice(0, 40)));
for (let i = 0; i < 50; i++) c.write(`header: value ${i}; `);
c.end();
