const zlib = require('node:zlib');
const dictionary = Buffer.from('many words that are many words that are likely');
for (const [pack, unpack] of [['deflate', 'inflate'], ['deflateRaw', 'inflateRaw']]) {
  const packed = zlib[`${pack}Sync`]('likely that are many words', { dictionary });
  console.log(pack, packed.toString('hex'), zlib[`${unpack}Sync`](packed, { dictionary }).toString());
  for (const other of [undefined, Buffer.from('other words')]) {
    try { console.log(zlib[`${unpack}Sync`](packed, { dictionary: other }).length); } catch (e) { console.log(e.code, e.errno, e.message); }
  }
}
