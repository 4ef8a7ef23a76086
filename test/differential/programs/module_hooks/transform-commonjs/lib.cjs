module.exports = { text: 'plain', other: require('./other.cjs') };
