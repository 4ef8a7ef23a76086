process.on('SIGUSR2', (s, n) => { console.log('got', s, n); process.exitCode = 2; clearInterval(t); });
const t = setInterval(() => {}, 1000);
process.kill(process.pid, 'SIGUSR2');
console.log(process.kill(process.pid, 0), process.listenerCount('SIGUSR2'));
try { process.kill(999999, 0); } catch (e) { console.log(e.code, e.syscall, e.errno); }
