// Constants stay what they are: strict code is told so, sloppy code is not.
const assert = require('node:assert');
const groups = { zlib: require('node:zlib').constants, os: require('node:os').constants.errno, crypto: require('node:crypto').constants, fs: require('node:fs').constants, http2: require('node:http2').constants };
for (const [name, group] of Object.entries(groups)) {
  const key = Object.keys(group).at(-1);
  const value = group[key];
  group[key] = 'other';
  assert.strictEqual(group[key], value);
  assert.throws(() => {
    'use strict';
    group[key] = 'other';
  }, TypeError);
  const { writable } = Object.getOwnPropertyDescriptor(group, key);
  console.log(name, writable, Object.isExtensible(group));
}
console.log(Object.keys(groups.http2).join());
