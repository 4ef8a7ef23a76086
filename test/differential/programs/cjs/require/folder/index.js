module.exports = 'index of folder';
