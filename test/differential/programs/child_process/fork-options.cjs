const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  process.send({ argv: process.argv.slice(2), execArgv: process.execArgv, env: process.env.X, connected: process.connected, title: typeof process.title, channel: typeof process.channel });
  process.once('message', () => process.disconnect());
} else {
  const child = fork(__filename, ['child', 'a b'], { execArgv: ['--no-warnings'], env: { ...process.env, X: 'y' } });
  child.on('message', (m, handle) => { console.log(m, handle); child.send('go'); });
  child.on('disconnect', () => console.log('disconnect', child.connected));
  child.on('exit', (c) => console.log('exit', c));
}
