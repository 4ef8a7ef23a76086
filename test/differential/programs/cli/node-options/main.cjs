const { spawnSync } = require('child_process');
const fs = require('fs');
fs.writeFileSync('pre.cjs', 'globalThis.pre = 1'); fs.mkdirSync('a b'); fs.writeFileSync('a b/p.cjs', 'globalThis.spaced = 1');
const run = (NODE_OPTIONS, ...args) => { const r = spawnSync(process.execPath, [...args, '-p', '[process.execArgv, globalThis.pre, globalThis.spaced, Error.stackTraceLimit].join("|")'], { encoding: 'utf8', env: { ...process.env, NODE_OPTIONS } }); console.log(NODE_OPTIONS, '=>', r.status, r.stdout.trim(), r.stderr.trim().split('\n')[0].replace(/^.*node: /, 'node: ')); };
run('--require ./pre.cjs'); run('-r "./a b/p.cjs" -r ./pre.cjs'); run('--stack-trace-limit=3'); run('-e 1'); run('--nope'); run('--max-http-header-size=9000 --no-warnings'); run('--no-warnings', '--stack-trace-limit=7'); run('"unterminated'); run('--version'); run('-r ./pre.cjs\\'); run('');
