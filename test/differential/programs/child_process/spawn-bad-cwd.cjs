const { spawn, spawnSync } = require('node:child_process');
spawn(process.execPath, ['-v'], { cwd: '/no/such/dir' }).on('error', (e) => console.log(e.code, e.syscall.replace(process.execPath, 'node')));
const r = spawnSync('no-such-program', ['x']);
console.log(r.error.message, r.error.spawnargs, r.status, r.signal, r.output, r.pid);
