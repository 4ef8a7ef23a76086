const config = {};
const value = 1 + config.missing.deep;
console.log(value);
