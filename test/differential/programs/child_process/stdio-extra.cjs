const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'const fs = require("fs"); fs.writeSync(3, "third"); console.log(fs.readFileSync(4, "utf8"))'], { stdio: ['ignore', 'pipe', 'inherit', 'pipe', 'pipe'] });
const seen = { 1: '', 3: '' };
for (const fd of [1, 3]) child.stdio[fd].setEncoding('utf8').on('data', (d) => { seen[fd] += d; });
child.stdio[4].end('to the child');
child.on('close', (code) => console.log(code, seen, child.stdin, child.stderr, child.stdio.length));
