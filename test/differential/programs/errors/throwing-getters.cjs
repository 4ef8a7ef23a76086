// An uncaught value whose own getters throw is reported all the same, and a deleted Error.prepareStackTrace shows nothing of the runtime.
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const weird = '{ get stack() { throw new Error("weird"); }, get name() { throw new Error("weird"); } }';
const texts = [`throw ${weird};`, 'throw { get message() { throw 1; }, get name() { throw 2; } };', 'const e = new Error("x"); Object.defineProperty(e, "stack", { get() { throw new Error("in stack"); } }); throw e;',
  'const e = new Error("x"); e.name = Symbol("n"); throw e;', 'Error.prepareStackTrace = () => { throw new Error("in prepare"); }; throw new Error("x");', 'process.on("uncaughtException", (e) => console.log(Object.keys(e))); throw { get stack() { throw 1; } };',
  'delete Error.prepareStackTrace; console.log(new Error("d").stack); Error.prepareStackTrace = (e, s) => s[0].getLineNumber(); console.log(new Error("again").stack, Function.prototype.prepareStackTrace, (class {}).prepareStackTrace);',
  'class A {} A.prepareStackTrace = 1; console.log(Object.getOwnPropertyDescriptor(A, "prepareStackTrace"), Object.keys(A));'];
for (const text of texts) {
  writeFileSync('a.js', `${text}\n`);
  const { status, stdout, stderr } = spawnSync(process.execPath, ['a.js'], { encoding: 'utf8' });
  console.log(text, '=>', status, stdout.replaceAll(process.cwd(), ''), stderr.replaceAll(process.cwd(), ''));
}
