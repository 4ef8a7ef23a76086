const { spawn } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('app.js', 'console.log("run", process.argv.slice(2), process.env.WATCH_REPORT_DEPENDENCIES);');
const child = spawn(process.execPath, ['--watch', '--watch-preserve-output', 'app.js', 'a', 'b'], { stdio: ['ignore', 'pipe', 'inherit'] });
let text = '';
child.stdout.setEncoding('utf8').on('data', (d) => {
  text += d;
  if (text.includes('Completed')) child.kill('SIGTERM');
});
child.on('exit', (code, signal) => console.log(JSON.stringify(text), code, signal));
