const a = require('./a'); exports.sawA = Object.keys(a); exports.missing = a.notThereYet;
