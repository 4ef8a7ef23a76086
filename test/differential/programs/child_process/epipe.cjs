const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.stdin.destroy(); setTimeout(() => {}, 200)'], { stdio: ['pipe', 'ignore', 'ignore'] });
child.stdin.on('error', (e) => console.log('stdin', e.code, e.syscall));
child.stdin.on('close', () => console.log('stdin closed'));
child.on('close', (code, signal) => {
  console.log('closed', code, signal);
});
child.on('exit', () => child.stdin.write('x', (e) => console.log('write after exit', e?.code)));
