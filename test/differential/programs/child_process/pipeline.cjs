const { spawn } = require('node:child_process');
const producer = spawn(process.execPath, ['-e', 'for (let i = 0; i < 20000; i++) console.log(i)']);
const filter = spawn(process.execPath, ['-e', 'require("readline").createInterface({ input: process.stdin }).on("line", (l) => { if (l.endsWith("99")) console.log(l) })']);
producer.stdout.pipe(filter.stdin);
let text = '';
filter.stdout.setEncoding('utf8').on('data', (d) => { text += d; });
filter.on('close', (code) => console.log(code, text.split('\n').length, text.slice(0, 20)));
