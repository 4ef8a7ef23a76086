const { spawn } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('app.js', 'throw new Error("broken");');
const child = spawn(process.execPath, ['--watch', 'app.js'], { stdio: ['ignore', 'pipe', 'pipe'] });
let text = '', fixed = false;
child.stderr.resume();
child.stdout.setEncoding('utf8').on('data', (d) => {
  text += d;
  if (!fixed && text.includes('Failed running')) { fixed = true; setTimeout(() => fs.writeFileSync('app.js', 'console.log("works");'), 300); }
  if (text.includes('works')) child.kill('SIGTERM');
});
child.on('exit', (code, signal) => console.log(code, signal, text.includes('Failed running'), text.includes('works')));
