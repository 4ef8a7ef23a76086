module.exports = 'both.js';
