const { spawnSync } = require('node:child_process');
const run = (args, options) => spawnSync(process.execPath, args, { encoding: 'utf8', ...options }).stdout;
console.log(run(['-e', 'console.log(JSON.stringify(process.argv.slice(1)), process.argv0)', '--', 'ä', '', 'a b', '"q"'], { argv0: 'custom' }));
console.log(run(['-e', 'console.log(JSON.stringify(Object.entries(process.env).sort()))'], { env: { B: '2', A: 'x=y', EMPTY: '', 'ünï': 'ö' } }));
console.log(run(['-p', 'process.ppid === ' + process.pid]));
console.log(run(['-p', 'process.title'], {}), run(['-p', '[process.execArgv, process.exitCode, process.uptime() < 30]'], {}));
