exports.lost = 1; module.exports = { kept: true }; exports.alsoLost = 2;
