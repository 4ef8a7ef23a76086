const x: number = 5; module.exports = { x }; console.log(x, __filename.endsWith('c.cts'));
