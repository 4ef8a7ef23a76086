const { spawn } = require('node:child_process');
const log = (name) => (...args) => console.log(name, ...args);
const child = spawn(process.execPath, ['-e', 'console.log("x"); process.exitCode = 3']);
for (const name of ['spawn', 'exit', 'close', 'error', 'disconnect']) child.on(name, log(name));
child.stdout.on('end', log('stdout end')).on('close', log('stdout close')).resume();
child.stderr.on('end', log('stderr end')).resume();
console.log(child.spawnfile === process.execPath, child.spawnargs.length, child.exitCode, child.signalCode, child.connected, child.channel);
