const { spawn } = require('node:child_process');
const first = spawn(process.execPath, ['-e', 'for (let i = 0; i < 1000; i++) console.log("line", i)'], { stdio: ['ignore', 'pipe', 'inherit'] });
const second = spawn(process.execPath, ['-e', 'let n = 0; process.stdin.on("data", (d) => { n += String(d).split("\\n").length - 1; }).on("end", () => console.log(n))'], { stdio: [first.stdout, 'inherit', 'inherit'] });
second.on('close', (code) => console.log('second', code));
first.on('exit', (code) => console.log('first', code));
