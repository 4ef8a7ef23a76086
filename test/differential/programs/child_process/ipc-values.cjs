const { fork } = require('node:child_process');
if (process.argv[2] === 'json' || process.argv[2] === 'advanced') process.on('message', (m) => process.send(m));
else {
  const values = [null, 1, 'text', true, [1, [2]], { a: undefined, b: 1 }, NaN, new Date(0), new Map([[1, 2]]), Buffer.from('hi'), -0, { toJSON: () => 'json' }];
  const run = (serialization, list) => new Promise((done) => {
    const child = fork(__filename, [serialization], { serialization });
    let n = 0;
    child.on('message', (m) => { console.log(serialization, m); if (++n === list.length) child.disconnect(); });
    child.on('exit', done);
    for (const value of list) child.send(value);
  });
  run('json', values).then(() => run('advanced', [...values.slice(0, -1), new Set([1]), 'end'])).catch((error) => console.log(error.message));
}
