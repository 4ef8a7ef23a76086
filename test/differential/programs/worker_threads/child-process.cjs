const { Worker } = require('node:worker_threads');
const worker = new Worker(`
  const { execFileSync, spawn } = require('node:child_process');
  console.log(execFileSync(process.execPath, ['-p', '1+1']).toString().trim());
  const child = spawn(process.execPath, ['-e', 'process.stdin.pipe(process.stdout)']);
  child.stdout.on('data', (d) => console.log('child said', String(d)));
  child.on('exit', (code) => console.log('child exit', code));
  child.stdin.end('hi');
`, { eval: true });
worker.on('exit', (c) => console.log('exit', c));
