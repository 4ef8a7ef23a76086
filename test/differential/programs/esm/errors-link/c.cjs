module.exports = { yes: 1 };
