const { spawn, ChildProcess } = require('node:child_process');
const child = spawn('echo', ['hi'], { stdio: 'pipe' });
console.log(child instanceof ChildProcess, Object.keys(child).sort().join(), typeof child.pid, child.stdin.writable, child.stdout.readable);
console.log(typeof child[Symbol.dispose], typeof child.ref, child.send, child.stdio.length);
child.on('close', (...args) => console.log(args, child.exitCode, child.stdin.destroyed, child.stdout.destroyed));
child.stdout.resume();
