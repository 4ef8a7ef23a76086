const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', 'process.stdout.write("a".repeat(2_000_000), () => console.error("flushed"))']);
let n = 0;
child.stdout.on('data', (d) => { n += d.length; });
child.stderr.on('data', (d) => process.stdout.write(`child says ${d}`));
child.on('close', (code) => console.log(n, code));
