const { spawn } = require('node:child_process');
const seen = [];
const log = (name) => (...args) => seen.push([name, ...args].join(' '));
const child = spawn(process.execPath, ['-e', 'console.log("x"); setTimeout(() => process.exit(3), 50)']);
for (const name of ['spawn', 'exit', 'close', 'error', 'disconnect']) child.on(name, log(name));
child.stdout.on('end', log('stdout end')).on('close', log('stdout close')).resume();
child.stderr.on('end', log('stderr end')).resume();
console.log(child.spawnfile === process.execPath, child.spawnargs.length, child.exitCode, child.signalCode, child.connected, child.channel);
process.on('exit', () => console.log(seen[0], seen.at(-1) === 'close 3 ' || seen.at(-2) === 'close 3 ', seen.indexOf('stdout end') < seen.indexOf('close 3 '), [...seen].sort()));
