// Names of arrays, typed and not, however long they are.
const { inspect, isDeepStrictEqual } = require('util');
for (const length of [3, 300_000]) {
  for (const array of [new Array(length).fill(0), new Uint8Array(length)]) {
    array.named = true;
    const text = inspect(array, { maxArrayLength: 1 });
    console.log(text, isDeepStrictEqual(array, array.slice()));
  }
}
