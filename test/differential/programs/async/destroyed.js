// Every resource of a request is destroyed, the last ones before the process ends.
const { createHook } = require('async_hooks');
const fs = require('fs');
const types = new Map();
const seen = {};
const count = (hook) => (id) => {
  const calls = seen[types.get(id)];
  if (calls) calls[hook] = (calls[hook] ?? 0) + 1;
};
createHook({
  init(id, type) {
    types.set(id, type);
    seen[type] ??= {};
    count('init')(id);
  },
  before: count('before'), after: count('after'), destroy: count('destroy'),
}).enable();
queueMicrotask(() => {});
setTimeout(() => {}, 1);
const crypto = require('crypto');
crypto.randomBytes(4, () => {});
crypto.pbkdf2('a', 'b', 1, 8, 'sha1', () => {});
crypto.generateKeyPair('ec', { namedCurve: 'P-256' }, () => {});
require('dns').lookup('localhost', () => fs.stat('.', () => {}));
process.on('exit', () => {
  for (const type of Object.keys(seen).sort()) if (!/PROMISE|TickObject|DNSCHANNEL/.test(type)) fs.writeSync(1, `${type} ${JSON.stringify(seen[type])}\n`);
});
