for (const run of [() => process.on('SIGKILL', () => {}), () => process.on('SIGSTOP', () => {}), () => process.on('SIGNOPE', () => console.log('x')), () => process.kill(process.pid, 'SIGNOPE'), () => process.kill(process.pid, 99),
  () => process.kill('x'), () => process.kill(2 ** 22), () => process.kill(process.pid, 0), () => process.emit('SIGNOPE')]) {
  try { const r = run(); console.log(r === process ? 'process' : r); } catch (error) { console.log(error.name, error.code, error.errno, error.message); }
}
