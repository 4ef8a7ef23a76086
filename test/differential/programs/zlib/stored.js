const zlib = require('node:zlib');
console.log(zlib.deflateSync('stored', { level: 0 }).toString('hex'));
console.log(zlib.deflateRawSync('fixed', { strategy: zlib.constants.Z_FIXED }).toString('hex'));
console.log(zlib.gzipSync('').toString('hex'), zlib.deflateSync('').toString('hex'), zlib.deflateRawSync('').toString('hex'));
console.log(zlib.deflateSync('a'.repeat(300)).toString('hex'), zlib.gzipSync('abc').toString('hex'));
console.log(zlib.deflateSync('abc abc abc', { level: 1 }).toString('hex'), zlib.deflateSync('abc abc abc', { level: 9 }).toString('hex'));
