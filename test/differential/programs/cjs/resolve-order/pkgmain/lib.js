module.exports = 'pkg lib';
