const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.exit(0)']);
child.on('close', () => {
  child.stdin.on('error', (error) => console.log('error', error.code, error.syscall));
  console.log(child.stdin.write('x'), child.stdin.destroyed);
});
