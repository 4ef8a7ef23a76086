// process.title is what others see of the process, and no longer than its arguments were; a thread's is its own.
const { spawnSync, execSync } = require('node:child_process');
if (process.argv[2] === undefined) {
  for (const args of [['a', 'some', 'more', 'words'], ['b']]) console.log(spawnSync(process.execPath, [__filename, ...args], { encoding: 'utf8', argv0: 'node' }).stdout.replaceAll(__filename, '<file>'));
  console.log(spawnSync(process.execPath, ['--title=given', '-p', 'process.title + require("child_process").execSync("ps -o args= -p " + process.pid)'], { encoding: 'utf8', argv0: 'node' }).stdout);
  return;
}
const seen = () => execSync(`ps -o args= -p ${process.pid}`, { encoding: 'utf8' }).trim();
const room = ['node', __filename, ...process.argv.slice(2)].join(' ').length;
console.log(process.title, seen());
process.title = 'mine';
console.log(process.title, seen(), require('fs').readFileSync('/proc/self/cmdline', 'latin1').replace(/\0+$/, ''));
process.title = 'x'.repeat(1000);
console.log(process.title.length === room, seen().length === room);
process.title = 'é'.repeat(2);
console.log(process.title);
process.title = 5;
console.log(process.title, process.argv.length, process.argv0);
new (require('worker_threads').Worker)('const before = process.title; process.title = "thread"; console.log(before, process.title);', { eval: true }).on('exit', () => console.log(process.title, seen()));
