// A failed assertion in evaluated code is an AssertionError as any other.
const assert = require('assert');
for (const run of [() => eval('assert(1 === 2)'), () => new Function('assert', 'assert.ok(0)')(assert), () => eval('\n\n  assert.ok(null, undefined)'), () => assert.ok(eval('false')), () => [0].forEach(assert)]) {
  try { run(); } catch (e) { console.log(e.name, e.code, e.generatedMessage, e.actual, e.expected, e.operator); }
}
