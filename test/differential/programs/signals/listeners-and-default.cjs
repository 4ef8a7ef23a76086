const handler = () => console.log('handled');
process.on('SIGUSR2', handler);
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => {
  process.off('SIGUSR2', handler);
  process.kill(process.pid, 'SIGUSR2');
  setTimeout(() => console.log('never'), 1000);
}, 20);
