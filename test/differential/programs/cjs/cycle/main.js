process.removeAllListeners('warning');
process.on('warning', (w) => console.log(w.name, w.message));
exports.early = 1;
const b = require('./b');
exports.late = 2;
console.log('main sees', b.seen, b.a === exports);
console.log(b.a.missing);
