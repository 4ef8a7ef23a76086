const { execSync } = require('node:child_process');
process.on('SIGUSR2', () => console.log('after the wait'));
console.log(execSync(`kill -USR2 ${process.pid}; sleep 0.05; echo child done`).toString().trim());
console.log('sync part over');
