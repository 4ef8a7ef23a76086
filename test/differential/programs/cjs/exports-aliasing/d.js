module.exports = function named() {}; module.exports.prop = 1;
