const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.stdin.setEncoding("utf8"); let s = ""; process.stdin.on("data", d => s += d).on("end", () => console.log(s.length, s.slice(0, 5)))'], { stdio: ['pipe', 'inherit', 'inherit'] });
child.stdin.write('hello');
child.stdin.end('x'.repeat(300000));
child.on('close', (code) => console.log('close', code));
