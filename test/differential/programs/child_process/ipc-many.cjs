const { fork } = require('node:child_process');
if (process.argv[2]) {
  let sum = 0;
  process.on('message', (m) => { sum += m.n; if (m.last) { process.send({ sum, size: m.text.length }); process.disconnect(); } });
} else {
  const child = fork(__filename, ['x']);
  child.on('message', (m) => console.log(m));
  const text = 'x'.repeat(100_000);
  for (let i = 0; i < 200; i++) child.send({ n: i, text: i === 199 ? text : '', last: i === 199 });
  child.on('exit', (c) => console.log('exit', c));
}
