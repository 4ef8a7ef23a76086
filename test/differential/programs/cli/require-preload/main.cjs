const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('pre.cjs', 'globalThis.order = ["pre"]; console.log("preload", require.main === undefined, module.id)');
fs.writeFileSync('pre.mjs', 'globalThis.order?.push("import"); console.log("import preload")');
fs.writeFileSync('app.js', 'console.log("app", globalThis.order, require.main === module, process.execArgv)');
const run = (...args) => { const r = spawnSync(process.execPath, args, { encoding: 'utf8' }); console.log(args.join(' '), '=>', r.status, r.stdout, r.stderr.split('\n').filter((l) => /Error/.test(l)).join('|').replaceAll(process.cwd(), '')); };
run('-r', './pre.cjs', 'app.js'); run('--require', './pre.cjs', '--import', './pre.mjs', 'app.js'); run('--require=./nope.js', 'app.js'); run('-r', 'fs', 'app.js'); run('--import=data:text/javascript,console.log("data")', 'app.js');
