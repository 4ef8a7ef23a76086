const seen = [];
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGWINCH', 'SIGCONT', 'SIGPIPE', 'SIGIO']) process.on(name, (...args) => seen.push(args));
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGUSR2', 'SIGWINCH', 'SIGPIPE']) process.kill(process.pid, name);
setTimeout(() => console.log(seen.sort((a, b) => a[1] - b[1])), 50);
