module.exports = 'f.js';
