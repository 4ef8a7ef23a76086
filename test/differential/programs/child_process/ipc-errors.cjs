const { fork } = require('node:child_process');
if (process.argv[2]) {
  process.on('message', (m) => { if (m === 'stop') process.disconnect(); });
  process.on('disconnect', () => {
    console.log('child: disconnected', process.connected);
    process.send('late', (error) => console.log('child callback', error.code, error.message));
    process.on('error', (error) => console.log('child error', error.code));
  });
} else {
  const child = fork(__filename, ['x']);
  const attempt = (fn) => { try { console.log(fn()); } catch (error) { console.log(error.name, error.code, error.message); } };
  attempt(() => child.send());
  attempt(() => child.send(() => {}));
  attempt(() => child.send(Symbol('x')));
  attempt(() => child.send('x', {}));
  attempt(() => child.send('x', undefined, 5));
  attempt(() => child.send({ circular: (() => { const o = {}; o.o = o; return o; })() }));
  attempt(() => child.send('ok', (error) => console.log('sent', error)));
  child.send('stop');
  child.on('exit', (c) => {
    console.log('exit', c);
    attempt(() => child.send('gone', (error) => console.log('callback', error.code, error.message)));
    child.on('error', (error) => console.log('error', error.code));
    attempt(() => child.disconnect());
  });
}
