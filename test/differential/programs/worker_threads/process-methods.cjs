const { Worker } = require('node:worker_threads');
new Worker(`
  const attempt = (name, fn) => { try { console.log(name, fn()); } catch (error) { console.log(name, error.code, error.message); } };
  attempt('chdir', () => process.chdir('/'));
  attempt('umask', () => typeof process.umask());
  attempt('set umask', () => process.umask(0));
  attempt('abort', () => process.abort());
  attempt('setuid', () => process.setuid(1));
  attempt('pid', () => typeof process.pid);
  attempt('title', () => typeof process.title);
  attempt('cwd', () => process.cwd() === require('path').resolve('.'));
  attempt('send', () => [process.send, process.connected, process.channel]);
  attempt('debug', () => [process._debugProcess, process._startProfilerIdleNotifier]);
  attempt('uptime', () => process.uptime() > 0);
  attempt('signal', () => { process.on('SIGUSR2', () => {}); return process.listenerCount('SIGUSR2'); });
`, { eval: true });
