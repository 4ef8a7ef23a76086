const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 3000)'], { detached: true, stdio: 'ignore' });
child.unref();
console.log('parent ends');
process.on('exit', () => process.kill(child.pid, 'SIGKILL'));
