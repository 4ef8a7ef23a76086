// Handlers: names, once, removal, several; the default returns when the last is gone.
const out = [];
process.on('SIGUSR2', (name, number) => out.push(name, number));
process.once('SIGUSR2', () => out.push('once'));
process.kill(process.pid, 'SIGUSR2');
setTimeout(() => {
  process.kill(process.pid, 'SIGUSR2');
  setTimeout(() => {
    console.log(out.join(' '), process.listenerCount('SIGUSR2'));
    process.removeAllListeners('SIGUSR2');
    for (const bad of ['SIGKILL', 'SIGSTOP']) try { process.on(bad, () => {}); console.log('ok'); } catch (e) { console.log(e.message); }
    process.kill(process.pid, 'SIGUSR2');
    setInterval(() => {}, 1000);
  }, 50);
}, 50);
