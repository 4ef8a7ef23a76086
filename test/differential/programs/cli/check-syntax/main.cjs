const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('good.js', 'console.log("never runs")'); fs.writeFileSync('bad.js', 'let a = ;\n'); fs.writeFileSync('good.mjs', 'await 1; export {}'); fs.writeFileSync('bad.mjs', 'export {\n');
for (const f of ['good.js', 'bad.js', 'good.mjs', 'bad.mjs', 'nope.js']) { const r = spawnSync(process.execPath, ['--check', f], { encoding: 'utf8' }); console.log(f, r.status, r.stdout, r.stderr.split('\n').slice(0, 5).join('|').replaceAll(process.cwd(), '')); }
