// Bytes that Node itself wrote.
const zlib = require('node:zlib');
const packed = 'GywA+CUAmoAiAiFEDXDAiQA=';
try { console.log(zlib.brotliDecompressSync(Buffer.from(packed, 'base64')).toString()); } catch (e) { console.log(e.code); }
console.log(zlib.brotliDecompressSync(Buffer.from('CwWAaGVsbG8gd29ybGQD', 'base64')).toString());
console.log(zlib.brotliDecompressSync(Buffer.from([0x0b, 0x00, 0x80, 0x78, 0x03])).toString());
