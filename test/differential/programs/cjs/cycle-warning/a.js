exports.early = 1; const b = require('./b'); exports.done = true; exports.b = b;
