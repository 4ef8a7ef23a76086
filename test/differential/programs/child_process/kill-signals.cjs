const { spawn } = require('node:child_process');
const run = (signal, source = 'setInterval(() => {}, 1000); console.log("up")') => new Promise((done) => {
  const child = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  child.stdout.once('data', () => console.log(signal, child.kill(signal), child.killed));
  child.on('exit', (code, sig) => { console.log(code, sig, child.kill(signal), child.kill(0)); done(); });
});
(async () => {
  for (const signal of ['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGUSR2', 'SIGQUIT', 9, 15, undefined]) await run(signal);
  await run('SIGTERM', 'process.on("SIGTERM", (s, n) => { console.error(s, n); process.exit(4) }); setInterval(() => {}, 1000); console.log("up")');
  try { spawn(process.execPath, ['-e', '1']).kill('SIGNOPE'); } catch (error) { console.log(error.code, error.message); }
})();
