const { spawn } = require('node:child_process');
const first = spawn(process.execPath, ['-e', 'for (let i = 0; i < 1000; i++) console.log("line", i)'], { stdio: ['ignore', 'pipe', 'inherit'] });
const second = spawn(process.execPath, ['-e', 'let n = 0; process.stdin.on("data", (d) => { n += String(d).split("\\n").length - 1; }).on("end", () => console.log(n))'], { stdio: [first.stdout, 'inherit', 'inherit'] });
let left = 2;
const done = () => { if (--left === 0) console.log('codes', first.exitCode, second.exitCode); };
second.on('close', done);
first.on('exit', done);
