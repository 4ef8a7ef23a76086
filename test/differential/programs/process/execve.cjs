if (process.argv[2] === 'again') {
  console.log('again', process.argv.slice(2), process.env.X, process.pid === Number(process.env.PID), Object.keys(process.env).length);
  process.exitCode = 5;
} else {
  for (const args of [[], [5], ['/x', 'no'], ['/x', ['a\0b']], ['/x', [], { A: 5 }]]) {
    try { process.execve(...args); } catch (error) { console.log(error.name, error.code, error.message); }
  }
  process.execve(process.execPath, [process.execPath, __filename, 'again', 'b c'], { X: '1', PID: String(process.pid) });
  console.log('never');
}
