console.log('loading m'); module.exports = { n: 1 };
