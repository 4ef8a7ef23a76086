const { spawn } = require('node:child_process');
const child = spawn('no-such-program', ['a', 'b']);
console.log(child.pid);
child.on('error', (e) => console.log('error', e.message, e.code, e.errno, e.syscall, e.path, e.spawnargs));
child.on('exit', () => console.log('exit'));
child.on('close', (code, signal) => console.log('close', code, signal));
