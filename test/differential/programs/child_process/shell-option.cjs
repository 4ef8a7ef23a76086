const { spawnSync, execFileSync, spawn } = require('node:child_process');
console.log(spawnSync('echo $X "a  b"; exit 3', { shell: true, env: { ...process.env, X: 'env' }, encoding: 'utf8' }).stdout.trim());
console.log(spawnSync('echo', ['x', '"a  b"'], { shell: '/bin/sh', encoding: 'utf8' }).stdout.trim());
console.log(execFileSync('printf', ["'%s-'", 'a', '"b c"'], { shell: true, encoding: 'utf8' }));
spawn('echo one | tr a-z A-Z', { shell: true, stdio: ['ignore', 'inherit', 'inherit'] }).on('close', (c, s) => console.log('close', c, s));
