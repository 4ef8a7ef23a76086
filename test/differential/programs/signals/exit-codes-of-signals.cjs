const { spawnSync } = require('node:child_process');
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL', 'SIGABRT', 'SIGALRM', 'SIGUSR2', 'SIGQUIT', 'SIGPIPE']) {
  const { status, signal: by } = spawnSync(process.execPath, ['-e', `process.kill(process.pid, '${signal}'); setTimeout(() => process.exit(4), 100)`]);
  console.log(signal, status, by);
}
console.log(spawnSync('sh', ['-c', `${process.execPath} -e 'process.kill(process.pid, "SIGTERM"); setInterval(() => {}, 99)'; echo $?`]).stdout.toString());
