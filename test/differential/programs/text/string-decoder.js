const { StringDecoder } = require('node:string_decoder');
const feed = (enc, chunks) => { const d = new StringDecoder(enc); return [...chunks.map((c) => d.write(Buffer.from(c))), d.end(), d.lastNeed, d.lastTotal]; };
console.log(feed('utf8', [[0xe2], [0x82], [0xac, 0x61], [0xf0, 0x9f], [0x98, 0x80], [0xc3]]));
console.log(feed('utf8', [[0xe2, 0x82], [0x41]]), feed('utf8', [[0xff, 0x61, 0xf0]]), feed('utf8', [[0xed, 0xa0], [0x80]]));
console.log(feed('utf16le', [[0x61], [0x00, 0x3d], [0xd8, 0x00], [0xde], [0x62]]));
console.log(feed('base64', [[1], [2], [3], [4, 5]]), feed('hex', [[1, 2], [255]]), feed('latin1', [[0xe9, 0x80]]), feed('base64url', [[251, 255], [254]]), feed('ascii', [[0xe1]]));
try { new StringDecoder('nope'); } catch (e) { console.log(e.code, e.message); }
try { new StringDecoder().write(5); } catch (e) { console.log(e.code, e.message); }
