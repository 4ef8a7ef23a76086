module.exports = 'double';
