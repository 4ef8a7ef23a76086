module.exports = { sum: 1 + 1, main: require.main === module };
