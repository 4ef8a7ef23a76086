const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { timeout: 200, killSignal: 'SIGINT' });
child.on('exit', (code, signal) => console.log(code, signal, child.killed, child.signalCode, child.exitCode));
