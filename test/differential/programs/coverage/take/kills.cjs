process.on('SIGUSR2', () => {}); process.kill(process.pid, 'SIGUSR2'); process.kill(process.pid, 'SIGINT');
