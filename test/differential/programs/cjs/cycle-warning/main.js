const a = require('./a'); console.log(a.done, require('./b').sawA, require('./b').missing);
