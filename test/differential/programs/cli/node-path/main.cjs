const { spawnSync } = require('child_process');
const fs = require('fs');
for (const d of ['p1', 'p2']) { fs.mkdirSync(d + '/dep', { recursive: true }); fs.writeFileSync(d + '/dep/index.js', `module.exports = '${d}'`); } fs.writeFileSync('p2/only.js', 'module.exports = "only in p2"');
const run = (NODE_PATH, code) => { const r = spawnSync(process.execPath, ['-p', code], { encoding: 'utf8', env: { ...process.env, NODE_PATH } }); console.log(NODE_PATH, '=>', r.status, r.stdout.trim(), r.stderr.split('\n').find((l) => /Error:/.test(l))); };
run('p1:p2', 'require("dep") + require("only")'); run('p2:p1', 'require("dep")'); run('', 'require("dep")'); run('p1', 'require("module").globalPaths.includes("p1")'); run('p1', 'import("dep").catch((e) => console.log(e.code)); 0');
