// A line longer than Node's buffer for the mark below it; new.target where there is none.
const { spawnSync } = require('node:child_process');
const { writeFileSync } = require('node:fs');
const far = `/*${'x'.repeat(1100)}*/ `;
for (const [name, text] of [['throws.js', `${far}throw new Error('far')`], ['syntax.js', `${far}let q = ;`], ['near.js', `/*${'x'.repeat(1010)}*/ missing.value`], ['target.mjs', 'const a = 1;\n  console.log(new.target)'], ['target.cjs', 'const f = () => new.target; f();\nclass A { static { new.target } }\nconsole.log(1)']]) {
  writeFileSync(name, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [name], { encoding: 'utf8' });
  console.log(name, status, stdout, stderr.split('\n').slice(0, 5).map((line) => line.replace(/x{900,}/, 'x...x').replace(/ {900,}/, (spaces) => `${spaces.length} spaces`)));
}
