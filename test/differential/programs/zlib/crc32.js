const zlib = require('node:zlib');
console.log(zlib.crc32('hello'), zlib.crc32(Buffer.from('hello')), zlib.crc32(''), zlib.crc32('lo', zlib.crc32('hel')), zlib.crc32('é'));
console.log(zlib.crc32(new Uint16Array([1, 2, 3])), zlib.crc32(new DataView(new ArrayBuffer(3))), zlib.crc32('x', 0xffffffff));
for (const args of [[5], ['x', -1], ['x', 2 ** 32], ['x', 'y'], [null]]) { try { zlib.crc32(...args); } catch (e) { console.log(e.code, e.message); } }
