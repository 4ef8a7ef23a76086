const { spawn } = require('node:child_process');
const fs = require('node:fs');
const out = fs.createWriteStream('out.txt');
out.on('open', () => {
  const child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout); console.error("err text")'], { stdio: [fs.openSync(__filename), out, process.stderr] });
  console.log(child.stdin, child.stdout, child.stderr, child.stdio);
  child.on('close', () => {
    console.log(fs.readFileSync('out.txt', 'utf8') === fs.readFileSync(__filename, 'utf8'));
  });
});
