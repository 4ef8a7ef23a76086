const m = new Map([
    [1, 2],
    ['a', { b: 1 }],
  ]),
  s = new Set([1, 'x']);
console.log(m.entries(), m.keys(), m.values(), m[Symbol.iterator](), s.values(), s.entries(), s[Symbol.iterator]());
const it = m.keys();
it.next();
console.log(it);
it.next();
console.log(it);
it.next();
console.log(it);
console.log([...m.keys()], [...s.entries()]);
console.log([1, 2][Symbol.iterator](), 'ab'[Symbol.iterator](), 'ab'.matchAll(/a/g));
console.log({ m, s });
console.table(m);
console.table(s);
console.table(m.entries());
console.table(s.values());
const { isDeepStrictEqual } = require('util');
console.log(isDeepStrictEqual(m.keys(), m.keys()), isDeepStrictEqual(s.values(), new Set([5]).values()));
console.log(new WeakMap(), new WeakSet(), new WeakRef({ a: 1 }));
function* g() {
  yield 1;
}
console.log(g(), g);
{
  const m = new Map([
    ['a', 1],
    ['b', 2],
    ['c', 3],
  ]);
  const it = m.entries();
  it.next();
  require('util').inspect(it);
  console.log([...it], it.next());
  const it2 = m.keys();
  require('util').inspect(it2);
  for (const x of it2) console.log(x);
  const it3 = new Set([1, 2, 3]).values();
  require('util').inspect(it3);
  console.log(new Set(it3), Array.from(it3));
  const it4 = m.values();
  console.log(it4, it4.next(), it4, it4.toString(), Object.getOwnPropertyNames(it4));
  console.log(
    m
      .keys()
      .map((x) => x + x)
      .toArray(),
  );
  console.log([...m], [...m.values()]);
}
