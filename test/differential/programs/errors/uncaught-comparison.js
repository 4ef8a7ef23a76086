const assert = require("node:assert");
assert.deepStrictEqual({ a: 1 }, { a: 2 });
