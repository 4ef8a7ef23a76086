const { fork } = require('node:child_process');
if (process.argv[2] === 'unref') {
  process.on('message', () => console.log('child got it'));
  process.channel.unref();
  console.log(typeof process.channel.ref, process.channel.fd === undefined);
  setTimeout(() => console.log('timer'), 20);
} else if (process.argv[2] === 'none') {
  console.log('no listener, ends');
} else {
  const first = fork(__filename, ['unref']);
  first.on('exit', (c) => {
    console.log('exit', c);
    fork(__filename, ['none']).on('exit', (d) => console.log('second exit', d)).on('disconnect', () => console.log('disconnect'));
  });
}
