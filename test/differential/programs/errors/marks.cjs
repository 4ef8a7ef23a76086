// Under what the mark of a syntax error stands.
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const vm = require('node:vm');
const texts = ['const foo;', 'const {a} ;', 'const [a, {b}] ;', 'const a = 1, b;', 'const a: number = 1; a b', '"abc', "x = 'it", 'a?.b = 1', '1 = 2', '1 += 2', 'a + b = c', 'function(){}', 'async function (){}', '/a', '/(/', 'x = /(?<n>a)(?<n>b)/', '({a:1, a=2})', '({ first = 1, b })',
  'class A { m() { this.#z } }', 'if (1) { let x y; }', 'let let = 1', 'break', 'for (const x of) {}', '1++', '`${`', 'switch (1) { foo }'];
for (const text of texts) {
  try {
    new vm.Script(`// first\n  ${text}`, { filename: 'f.js' });
    console.log(text, 'is right');
  } catch (e) {
    console.log(e.stack.split('\n    at')[0]);
  }
}
for (const [name, text] of [['a.cjs', 'const foo;'], ['b.mjs', 'import x from "y'], ['c.mjs', 'export const {a} ;'], ['d.mjs', "console.log('it);"]]) {
  writeFileSync(name, `// first\n${text}\n`);
  console.log(spawnSync(process.execPath, [name], { encoding: 'utf8' }).stderr.replaceAll(process.cwd(), '').split('\n    at')[0].replace(/\n+Node.js.*/s, ''));
}
