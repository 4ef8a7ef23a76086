const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  process.exit(7);
} else {
  const child = fork(__filename, ['child'], { silent: true });
  child.on('exit', (code) => {
    console.log('exit', code);
    child.send('late', (e) => console.log(e.code, e.message));
  });
}
