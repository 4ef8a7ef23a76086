// What --eval says of what its text throws, whatever that is.
const { spawnSync } = require('node:child_process');
const texts = ['throw Symbol("s")', 'throw 5', 'throw { a: 1 }', 'throw null', 'throw Object.freeze({ b: 1 })', 'throw { stack: "S" }', 'throw { message: "m", stack: 3 }', 'throw function f() {}', 'throw { toString() { return "x" } }',
  'process.exit("7x")', 'process.exitCode = 1.5', 'const e = new Error("x"); e.name = "Renamed"; throw e', 'const e = new Error("x"); e.stack = "fake"; throw e', 'throw new Error("outer", { cause: new TypeError("inner") })',
  'function deep(n) { if (n === 0) throw new Error("deep"); deep(n - 1) } deep(1)', 'const { a } = null', 'require("fs").readFileSync("/nope")'];
// A frame for each of this text's two scripts is the engine's alone, so the end of a long trace is not compared.
const shown = (text) => text.replace(/(?<=(?:\n {4}at .*){3})\n {4}at .*?(?= \{$|$)/gm, '');
for (const text of texts) {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', text], { encoding: 'utf8' });
  console.log(text, status, stdout, shown(stderr));
}
const { status, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', 'await 1; throw new Error("in a module")'], { encoding: 'utf8' });
console.log(status, shown(stderr));
const input = spawnSync(process.execPath, [], { input: 'let a = 1;\n  throw { a };\n', encoding: 'utf8' });
console.log(input.status, input.stderr);
