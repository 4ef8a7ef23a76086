// A named property of a large typed array is shown and compared as of a small one.
const util = require('util');
for (const length of [4, 100000]) {
  const bytes = new Uint8Array(length);
  bytes.extra = 1;
  console.log(length, /extra/.test(util.inspect(bytes)), util.isDeepStrictEqual(bytes, new Uint8Array(length)));
}
