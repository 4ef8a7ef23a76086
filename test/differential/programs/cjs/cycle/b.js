const a = require('./main');
exports.a = a;
exports.seen = Object.keys(a);
console.log('b sees', a.early, a.late, a.other);
