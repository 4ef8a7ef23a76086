// What a newer engine has and an older one has not.
const { inspect } = require('node:util');
console.log(process.versions.v8.split('.')[0]);
console.log(typeof Uint8Array.fromBase64, typeof Map.prototype.getOrInsert);
console.log(inspect(function sloppy() {}, { showHidden: true }));
