module.exports = 'pat a';
