const { StringDecoder } = require('node:string_decoder');
for (const bytes of ['e2', 'e282', 'f09f98', 'c3', 'ff', 'e2e2', 'f0f0', 'c341', 'edadbf', 'f8', 'e28241', 'f09f41', '80', 'c080']) {
  const d = new StringDecoder();
  console.log(bytes, JSON.stringify([d.write(Buffer.from(bytes, 'hex')), d.lastNeed, d.lastTotal, d.lastChar, d.end(), d.end(Buffer.from('x'))]));
}
const u = new StringDecoder('utf16le');
console.log(JSON.stringify([u.write(Buffer.from('3d', 'hex')), u.lastNeed, u.write(Buffer.from('d8', 'hex')), u.lastNeed, u.end()]));
const b = new StringDecoder('base64');
console.log(JSON.stringify([b.write(Buffer.from('a')), b.write(Buffer.from('bc')), b.end(Buffer.from('d'))]));
