const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  process.on('message', (m) => {
    if (m === 'stop') process.disconnect();
    else process.send({ echo: m, connected: process.connected });
  });
  // Told by the exit code: whose line comes first would be a race.
  process.on('disconnect', () => { process.exitCode = 4; });
  process.send('ready');
} else {
  const child = fork(__filename, ['child']);
  let n = 0;
  child.on('message', (m) => {
    console.log('parent got', m);
    if (n === 0) child.send({ a: [1, 2, { b: 'ü' }] });
    else if (n === 1) child.send('x'.repeat(10));
    else child.send('stop');
    n++;
  });
  child.on('disconnect', () => console.log('parent: disconnect'));
  child.on('close', (code, signal) => console.log('close', code, signal));
}
