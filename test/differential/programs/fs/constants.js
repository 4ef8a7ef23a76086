// fs.constants, and which functions the module and its promises have.
const fs = require('fs');
console.log(fs.constants);
console.log(Object.keys(fs).sort().join());
console.log(Object.keys(fs.promises).sort().join());
console.log(fs.F_OK, fs.promises.constants === fs.constants, require('node:fs') === fs, require('fs/promises') === fs.promises);
