// Some millions of elements are shown and compared at once: of each the indices are not listed.
const { inspect, isDeepStrictEqual } = require('util');
for (const make of [(n) => Buffer.alloc(n), (n) => new Float64Array(n), (n) => new Array(n).fill(1), (n) => Object.assign(new Array(3).fill(1), { named: n }), (n) => Object.assign(new Uint8Array(3), { named: n }), (n) => new Array(n)]) {
  const array = make(5_000_000);
  console.log(inspect(array, { maxArrayLength: 2 }), inspect(array, { maxArrayLength: 2, showHidden: true }).split('\n').length);
  if (Object.hasOwn(array, 0)) console.log(isDeepStrictEqual(array, array.slice()));
}
