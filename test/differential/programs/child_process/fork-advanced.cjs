const { fork } = require('node:child_process');
if (process.argv[2] === 'child') {
  process.once('message', (m) => {
    console.log(m);
    process.send(new Map([[1, new Set(['a'])], ['big', 10n ** 20n]]), () => process.disconnect());
  });
} else {
  const child = fork(__filename, ['child'], { serialization: 'advanced' });
  child.send({ date: new Date(0), bytes: new Uint8Array([1, 2, 3]), re: /x/gi, und: undefined, buffer: Buffer.from('hi') });
  child.on('message', (m) => console.log(m));
  child.on('close', (code) => console.log(code));
}
