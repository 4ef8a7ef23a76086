process.on('SIGUSR2', (signal, number) => {
  console.log(signal, number);
  process.kill(process.pid, 'SIGINT');
});
process.once('SIGINT', (signal) => {
  console.log('got', signal);
  clearInterval(timer);
});
const timer = setInterval(() => {}, 1000);
process.kill(process.pid, 'SIGUSR2');
console.log(process.kill(process.pid, 0));
try {
  process.kill(999999, 0);
} catch (e) {
  console.log(e.code, e.syscall, e.message);
}
try {
  process.kill(process.pid, 'SIGNOPE');
} catch (e) {
  console.log(e.code, e.message);
}
