module.exports = { ...require('./c.cjs'), own: 1, 'str': 2, short };
function short() {}
