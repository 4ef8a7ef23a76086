module.exports = injected;
