// Standard output on a pipe survives destroy(), and is over after end(): what is written later fails and is not seen.
const { spawnSync } = require('child_process');
const run = (code) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, ['-e', code], { encoding: 'utf8' });
  console.log(JSON.stringify([status, stdout, stderr]));
};
const heard = `const say = (...a) => require('fs').writeSync(2, a.join(' ') + '\\n');
for (const name of ['finish', 'close', 'error']) process.stdout.on(name, (e) => say(name, e && e.code));`;
run(`${heard} console.log('one'); process.stdout.end(); process.stdout.destroy(); console.log('soon'); setTimeout(() => console.log('late'), 20);`);
run(`${heard} process.stdout.end('one\\n'); process.stdout.destroy(); setTimeout(() => process.stdout.write('late', (e) => say('written', String(e))), 20);`);
run(`${heard} process.stdout.destroy(); console.log('sync'); setTimeout(() => console.log('late'), 20);`);
run(`${heard} process.stdout.end('one\\n'); process.stdout.destroy(); setTimeout(() => process.stdout.end(() => say('ended again')), 20);`);
