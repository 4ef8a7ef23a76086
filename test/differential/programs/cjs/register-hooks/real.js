module.exports = 'plain text';
