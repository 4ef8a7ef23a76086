// A handled signal does not cut off what is written to a pipe that nobody reads for a while.
const fs = require('node:fs');
if (process.argv[2] === 'child') {
  process.on('SIGUSR2', () => {});
  const text = 'x'.repeat(2_000_000);
  try {
    fs.writeFileSync(1, text);
    for (let n = 0; n < text.length;) n += fs.writeSync(1, text.slice(n));
    fs.writeSync(2, 'written\n');
  } catch (error) {
    fs.writeSync(2, `${error.code} ${error.syscall}\n`);
  }
} else {
  const child = require('node:child_process').spawn(process.execPath, [__filename, 'child'], { stdio: ['ignore', 'pipe', 'inherit'] });
  let bytes = 0, signals = 0;
  child.stdout.once('readable', () => {
    const timer = setInterval(() => {
      if (++signals <= 6) return child.kill('SIGUSR2');
      clearInterval(timer);
      child.stdout.on('data', (data) => { bytes += data.length; }).resume();
    }, 50);
  });
  child.on('close', (code) => console.log(code, bytes));
}
