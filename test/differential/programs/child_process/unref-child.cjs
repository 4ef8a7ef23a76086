const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60000)'], { stdio: 'ignore' });
child.on('exit', () => console.log('never'));
child.unref();
process.on('exit', () => { console.log('parent ends', child.kill()); });
