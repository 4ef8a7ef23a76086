const { fork } = require('node:child_process');
if (process.argv[2]) {
  console.log('child out');
  process.stdin.on('data', (d) => { console.log('in', String(d)); process.disconnect(); process.stdin.destroy(); });
} else {
  const child = fork(__filename, ['x'], { silent: true });
  let piped = '';
  child.stdout.setEncoding('utf8').on('data', (d) => { piped += d; });
  child.stdin.write('text');
  child.on('close', (c) => console.log('close', c, JSON.stringify(piped)));
}
