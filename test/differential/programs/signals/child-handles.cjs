const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => { console.log("cleanup"); process.exit(9); }); console.log("up"); setInterval(() => {}, 1000)']);
child.stdout.setEncoding('utf8').on('data', (d) => {
  process.stdout.write(d);
  if (d === 'up\n') child.kill('SIGTERM');
});
child.on('close', (code, signal) => console.log(code, signal));
