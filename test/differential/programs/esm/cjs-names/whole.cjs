module.exports = require('./c.cjs');
