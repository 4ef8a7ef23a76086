const assert = require('assert');
const l = console.log;
const t = (n, f) => {
  try {
    l(n, 'ok', f());
  } catch (e) {
    l(n, e.name, e.code, e.generatedMessage, e.operator, '\n' + e.message);
  }
};
t('eq', () => assert.strictEqual(1, 2));
t('eqm', () => assert.strictEqual(1, 2, 'msg'));
t('deep', () => assert.deepStrictEqual({ a: 1, b: [1, 2, 3] }, { a: 1, b: [1, 2, 4] }));
t('deepl', () => assert.deepEqual([1, 2, [3]], [1, 2, ['3']]));
t('deepl2', () => assert.deepEqual([1, { a: 2 }], [1, { a: 3 }]));
t('long', () => assert.strictEqual('a\nb\nc\nd', 'a\nb\nx\nd'));
t('longs', () => assert.strictEqual('x'.repeat(200), 'x'.repeat(199) + 'y'));
t('throws', () => assert.throws(() => {}));
t('throws2', () =>
  assert.throws(() => {
    throw new Error('a');
  }, /b/),
);
t('throws3', () =>
  assert.throws(
    () => {
      throw new Error('a');
    },
    { message: 'b' },
  ),
);
t('throws4', () =>
  assert.throws(() => {
    throw new TypeError('a');
  }, RangeError),
);
t('dnt', () =>
  assert.doesNotThrow(() => {
    throw new Error('q');
  }, 'mm'),
);
t('ok', () => assert.ok(0));
t('ok2', () => assert(false, 'm'));
t('ok3', () => assert(undefined == 1));
t('notS', () => assert.notStrictEqual(1, 1));
t('nds', () => assert.notDeepStrictEqual({ a: 1 }, { a: 1 }));
t('match', () => assert.match('abc', /x/));
t('dnm', () => assert.doesNotMatch('abc', /b/));
t('fail', () => assert.fail());
t('fail2', () => assert.fail('boom'));
t('ife', () => assert.ifError(new Error('zz')));
t('ifn', () => assert.ifError(null));
t('map', () => assert.deepStrictEqual(new Map([[1, { a: 1 }]]), new Map([[1, { a: 2 }]])));
t('set', () => assert.deepStrictEqual(new Set([1, { a: 1 }]), new Set([1, { a: 2 }])));
t('nan', () => assert.deepStrictEqual([NaN, -0], [NaN, 0]));
t('proto', () => assert.deepStrictEqual(Object.create(null), {}));
t('date', () => assert.deepStrictEqual(new Date(0), new Date(1)));
t('err', () => assert.deepStrictEqual(new Error('a'), new Error('b')));
t('sym', () => assert.deepStrictEqual({ [Symbol.for('a')]: 1 }, { [Symbol.for('a')]: 2 }));
t('partial', () => assert.partialDeepStrictEqual({ a: 1, b: 2 }, { a: 2 }));
t('equal', () => assert.equal(1, '2'));
t('undefd', () => assert.equal());
t('arr', () =>
  assert.deepStrictEqual(
    Array.from({ length: 60 }, (_, i) => i),
    Array.from({ length: 60 }, (_, i) => (i === 30 ? -1 : i)),
  ),
);
t('cyc', () => {
  const a = {};
  a.a = a;
  const b = {};
  b.a = b;
  b.c = 1;
  assert.deepStrictEqual(a, b);
});
t('fn', () =>
  assert.strictEqual(
    () => {},
    function x() {},
  ),
);
t('bigobj', () => assert.deepStrictEqual({ a: { b: { c: { d: 1 } } }, z: 'q'.repeat(90) }, { a: { b: { c: { d: 2 } } }, z: 'q'.repeat(90) }));
t('buf', () => assert.deepStrictEqual(Buffer.from('a'), Buffer.from('b')));
t('typed', () => assert.deepEqual(new Uint8Array([1]), Buffer.from([1])));
t('typed', () => assert.deepStrictEqual(new Uint8Array([1]), Buffer.from([1])));
assert.rejects(Promise.resolve(1)).catch((e) => l(e.message));
assert.rejects(() => Promise.reject(new Error('r')), /z/).catch((e) => l(e.message));
assert.doesNotReject(Promise.reject(new Error('dd'))).catch((e) => l(e.message));
assert.rejects(5).catch((e) => l(e.code, e.message));
try {
  const { AssertionError } = assert;
  throw new AssertionError({ actual: 1, expected: 2, operator: 'strictEqual' });
} catch (e) {
  l(e.message, Object.keys(e));
}
