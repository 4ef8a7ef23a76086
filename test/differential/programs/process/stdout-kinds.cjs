// What standard output is on a pipe and a file, and that all of it arrives before the exit.
const { spawnSync } = require('child_process');
const fs = require('fs');
const code = 'console.error(process.stdout.constructor.name, process.stdout.isTTY, process.stdout.writable, process.stdout._type, process.stdout.fd); process.stdout.write("x".repeat(300000), () => process.exit(3))';
let r = spawnSync(process.execPath, ['-e', code]);
console.log(r.status, r.stdout.length, String(r.stderr).trim());
const fd = fs.openSync('out', 'w');
r = spawnSync(process.execPath, ['-e', code], { stdio: ['ignore', fd, 'pipe'] });
console.log(r.status, fs.statSync('out').size, String(r.stderr).trim());
