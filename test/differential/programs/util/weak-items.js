// Items of weak collections, with showHidden.
const { inspect } = require('node:util');
const key = { a: 1 };
console.log(inspect(new WeakSet([key]), { showHidden: true }));
console.log(inspect(new WeakMap([[key, 'value']]), { showHidden: true }));
