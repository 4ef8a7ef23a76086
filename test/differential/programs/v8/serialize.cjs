const v8 = require('node:v8');
const cyclic = { name: 'c' };
cyclic.self = cyclic;
for (const value of [1, -1.5, 'text', 'ünïcode 日本', true, null, undefined, 12345678901234567890n, [1, , 3], { a: { b: [] } }, new Date(0), /a/gi, new Map([[1, 2]]), new Set(['x']), cyclic, Buffer.from('b'), new Float32Array([1.5]), new ArrayBuffer(3), Object('boxed'), new DataView(new ArrayBuffer(2))]) {
  const bytes = v8.serialize(value);
  console.log(bytes.toString('hex'), v8.deserialize(bytes));
}
const e = v8.deserialize(v8.serialize(new TypeError('t', { cause: 'c' })));
console.log(e instanceof TypeError, e.message, e.cause);
for (const bad of [() => {}, Symbol('s'), Promise.resolve(), new WeakMap()]) {
  try {
    v8.serialize(bad);
  } catch (error) {
    console.log(error.name, error.message);
  }
}
try {
  v8.deserialize(Buffer.from([1, 2, 3]));
} catch (error) {
  console.log(error.message);
}
