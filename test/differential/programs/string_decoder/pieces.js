const { StringDecoder } = require('node:string_decoder');
const text = 'aé€😀z\ud800x';
for (const encoding of ['utf8', 'utf16le', 'base64', 'base64url', 'hex', 'latin1', 'ascii']) {
  const bytes = Buffer.from(text, ['utf16le'].includes(encoding) ? 'utf16le' : 'utf8');
  for (const size of [1, 2, 3, 5]) {
    const d = new StringDecoder(encoding);
    const out = [];
    for (let i = 0; i < bytes.length; i += size) out.push(d.write(bytes.subarray(i, i + size)));
    out.push(d.end());
    console.log(encoding, size, JSON.stringify(out));
  }
}
