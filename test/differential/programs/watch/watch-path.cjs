const { spawn } = require('node:child_process');
const fs = require('node:fs');
fs.mkdirSync('data');
fs.writeFileSync('data/file.txt', 'one');
fs.writeFileSync('app.js', 'console.log("value", require("fs").readFileSync("data/file.txt", "utf8"));');
const child = spawn(process.execPath, ['--watch-path=./data', 'app.js'], { stdio: ['ignore', 'pipe', 'pipe'] });
let text = '', changed = false;
child.stdout.setEncoding('utf8').on('data', (d) => {
  text += d;
  if (!changed && text.includes('Completed')) { changed = true; setTimeout(() => fs.writeFileSync('data/file.txt', 'two'), 300); }
  if (text.includes('value two')) child.kill('SIGTERM');
});
child.on('exit', (code, signal) => console.log(code, signal, text.includes('value one'), text.includes('value two')));
