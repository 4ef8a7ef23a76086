const { spawnSync } = require('node:child_process');
for (const code of ['process.exit(3)', 'process.exitCode = 4', 'throw 1', 'process.exit("5")', 'process.kill(process.pid, "SIGTERM"); setTimeout(() => {}, 1000)', 'process.abort()', 'Promise.reject(1)', 'setTimeout(() => process.exit(), 1); process.exitCode = 9', 'process.reallyExit(11)', 'syntax error here', 'process.on("exit", () => process.exit(6))']) {
  const r = spawnSync(process.execPath, ['-e', code]);
  console.log(code, r.status, r.signal);
}
for (const args of [['--bad-option'], ['-p', '1 + 1'], ['-pe', '[1, 2].map((x) => x * 2)'], ['--version'], ['-e', 'console.log(process.argv.length, process.execArgv)', 'a', '--b'], ['--no-warnings', '-e', 'process.emitWarning("x")'], ['-e'], ['/no/such/file.js'], ['--input-type=module', '-e', 'console.log(typeof require, import.meta.url.slice(0, 8)); await 1'], ['-p', 'process.title; 5']]) {
  const r = spawnSync(process.execPath, args, { encoding: 'utf8' });
  console.log(args.join(' '), '->', r.status, JSON.stringify(r.stdout), JSON.stringify(r.stderr.split('\n')[0]));
}
