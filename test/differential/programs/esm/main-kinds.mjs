// A package's main as ES modules look for it: also an absolute one, one outside of its folder, one of nothing but dots; and what is said when nothing is there.
import fs from 'node:fs';
import path from 'node:path';
const file = (name) => { fs.mkdirSync(path.dirname(name), { recursive: true }); fs.writeFileSync(name, `export default ${JSON.stringify(path.basename(name))};`); };
file('elsewhere/index.js');
file('elsewhere/lib.js');
const here = process.cwd();
let n = 0;
for (const main of [`${here}/elsewhere/lib.js`, `${here}/elsewhere/lib`, `${here}/elsewhere`, `${here}/elsewhere/`, '../../elsewhere/lib', './a/../b', 'sub', 'sub/', '', '.', './', '..', './/b', '///b', 'b.json', 'none', '/none', `${here}/none`, 5, null, 'b\u0000', '%62.js', 'b?x', 'b#y', 'über.js']) for (const index of [true, false]) {
  const name = `node_modules/p${n++}`;
  fs.mkdirSync(name, { recursive: true });
  fs.writeFileSync(`${name}/package.json`, JSON.stringify({ main, type: 'module' }));
  for (const file_ of ['b.js', 'sub/index.js', 'über.js', ...(index ? ['index.js'] : [])]) file(`${name}/${file_}`);
  try { console.log(JSON.stringify(main).replace(here, ''), index, import.meta.resolve(`p${n - 1}`).replace(path.dirname(import.meta.url), '')); } catch (e) { console.log(JSON.stringify(main).replace(here, ''), index, e.name, e.code, e.message.replaceAll(here, '')); }
}
