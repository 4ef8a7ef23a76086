// The limit of a trace is that of the moment the error was made, not of the one its trace is read.
const assert = require('assert');
const fs = require('fs');
const vm = require('vm');
const lines = (e) => e.stack.split('\n').filter((line) => /^ {4}at /.test(line)).length;
const deep = (n, make) => (n === 0 ? make() : deep(n - 1, make));
const caught = (run) => { try { run(); } catch (e) { return e; } };
const makers = {
  plain: () => new Error('x'),
  system: () => caught(() => fs.readFileSync('none')),
  stat: () => caught(() => fs.statSync('none')),
  node: () => caught(() => Buffer.alloc('x')),
  url: () => caught(() => new URL('none')),
  syntax: () => caught(() => vm.runInThisContext('a b')),
  dom: () => caught(() => structuredClone(() => {})),
  assertion: () => caught(() => assert.ok(0)),
  comparison: () => caught(() => assert.strictEqual(1, 2)),
  captured: () => { const o = {}; Error.captureStackTrace(o); return o; },
  json: () => caught(() => JSON.parse('{')),
};
for (const [at, later] of [[0, 10], [1, 10], [3, 10], [10, 3], [10, 0], [30, 10], [Infinity, 2], [15, 15]]) {
  const out = [];
  for (const [name, make] of Object.entries(makers)) {
    Error.stackTraceLimit = at;
    const error = deep(20, make);
    Error.stackTraceLimit = later;
    out.push(`${name} ${lines(error)}`);
  }
  Error.stackTraceLimit = 10;
  console.log(at, later, out.join(', '));
}
Error.stackTraceLimit = 0;
const e = caught(() => assert.ok(
  null));
const f = caught(() => assert(0 > 1));
Error.stackTraceLimit = 10;
console.log(JSON.stringify(e.message), JSON.stringify(f.message), e.generatedMessage);
