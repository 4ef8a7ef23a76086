// A blocking read goes on when a signal is handled (SA_RESTART); the handler runs when the program is back in its loop.
const { spawn } = require('node:child_process');
const child = spawn(process.execPath, ['-e', `
  const { readSync } = require('node:fs');
  process.on('SIGUSR2', () => console.log('handled'));
  const buffer = Buffer.alloc(10);
  console.log('ready');
  try { console.log('read', buffer.toString('utf8', 0, readSync(0, buffer))); } catch (error) { console.log('threw', error.code); }
  setTimeout(() => {}, 100);
`], { stdio: ['pipe', 'pipe', 'inherit'] });
child.stdout.setEncoding('utf8').on('data', (text) => {
  process.stdout.write(text);
  if (!text.includes('ready')) return;
  setTimeout(() => {
    child.kill('SIGUSR2');
    setTimeout(() => child.stdin.end('abc'), 200);
  }, 300);
});
child.on('close', (code, signal) => console.log(code, signal));
