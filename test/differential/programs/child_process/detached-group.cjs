const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000); console.log("up")'], { detached: true, stdio: ['ignore', 'pipe', 'ignore'] });
child.stdout.once('data', () => {
  process.kill(-child.pid, 'SIGTERM');
  child.on('exit', (c, s) => {
    console.log(c, s);
    try { process.kill(-child.pid, 0); } catch (error) { console.log(error.code, error.syscall); }
  });
});
