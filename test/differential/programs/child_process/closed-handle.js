// A child whose handle was closed ends unheard: no 'exit' comes any more, and nothing waits for it.
const { spawn } = require('child_process');
const child = spawn('/bin/sh', ['-c', 'sleep 0.2'], { stdio: 'ignore' });
child.on('exit', (code) => console.log('exit', code));
child.on('close', () => console.log('close'));
child._handle.close(() => console.log('closed', child._handle.hasRef(), child.exitCode, child.killed));
setTimeout(() => console.log('later', child.exitCode), 600);
