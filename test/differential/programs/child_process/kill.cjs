const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'console.log("up"); setInterval(() => {}, 1000)']);
child.stdout.once('data', () => {
  console.log(child.kill(), child.killed);
});
child.on('exit', (code, signal) => {
  console.log(code, signal, child.exitCode, child.signalCode, child.kill());
});
