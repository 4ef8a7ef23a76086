const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'console.log("busy"); for (;;);']);
child.stdout.once('data', () => child.kill('SIGKILL'));
child.on('close', (code, signal) => console.log(code, signal));
