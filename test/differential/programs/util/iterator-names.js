// Names of iterators that say nothing of themselves, and items that come after a look.
const { inspect } = require('node:util');
console.log(inspect(new Map().entries()));
console.log(inspect(new Map([['key', [1, 2]]]).entries()));
console.log(inspect(new Set([[1, 2], [3, 4]]).values()));
const set = new Set([1]);
const values = set.values();
console.log(inspect(values));
set.add(2);
console.log([...values]);
