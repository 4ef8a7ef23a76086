const zlib = require('node:zlib');
console.log(zlib.constants);
console.log(zlib.codes);
console.log(Object.keys(zlib));
