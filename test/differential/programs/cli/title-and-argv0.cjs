const { spawnSync } = require('child_process');
const r = spawnSync(process.execPath, ['--title=my title', '-p', '[process.title, process.argv0, process.argv.length, process.execPath === process.argv[0]]'], { encoding: 'utf8', argv0: 'custom-argv0' });
console.log(r.stdout.replaceAll('\n', ' '));
console.log(spawnSync(process.execPath, ['-p', 'process.argv.slice(1)', '--', '--flag', '-x'], { encoding: 'utf8' }).stdout.replaceAll(process.execPath, 'NODE'));
