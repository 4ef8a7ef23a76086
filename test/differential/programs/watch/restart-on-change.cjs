const { spawn } = require('node:child_process');
const fs = require('node:fs');
fs.writeFileSync('app.js', 'console.log("run", require("./dep.js"));');
fs.writeFileSync('dep.js', 'module.exports = 1;');
const child = spawn(process.execPath, ['--watch', 'app.js'], { stdio: ['ignore', 'pipe', 'inherit'] });
const steps = [['run 1', () => fs.writeFileSync('dep.js', 'module.exports = 2;')], ['run 2', () => fs.writeFileSync('app.js', 'console.log("changed");')], ['changed', () => child.kill('SIGTERM')]];
let text = '';
child.stdout.setEncoding('utf8').on('data', (d) => {
  text += d;
  if (steps.length > 0 && text.includes(`${steps[0][0]}\n`) && /Completed running[^]*$/.test(text.slice(text.indexOf(steps[0][0])))) setTimeout(steps.shift()[1], 300);
});
child.on('exit', (code, signal) => {
  console.log(code, signal, ['Restarting', 'run 1', 'run 2', 'changed', 'Completed running'].map((word) => text.includes(word)));
});
